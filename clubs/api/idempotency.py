"""Idempotency-Key: a repeated write is answered with the first answer and does nothing.

The answer is stored in the transaction of the write: either both happened or neither. A refusal
rolls both back, so it may be tried again under the same key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from clubs.errors import InvalidInput, Problem
from clubs.models import ApiToken, IdempotencyRecord

MOST_KEY_CHARACTERS = 200
KEPT_HEADERS = ("Location", "ETag")
Handler = TypeVar("Handler", bound=Callable[..., Response])


def idempotent(handler: Handler) -> Handler:
    """Make a write of a ``ClubView`` answer a repeated Idempotency-Key with its first answer.

    The whole handler runs in one transaction. Another request under the same key is refused with
    422; a key is remembered for 24 hours, per caller.
    """
    return _remembering(handler, secret="")


def idempotent_without(secret: str) -> Callable[[Handler], Handler]:
    """Do the same for an answer with a secret: that field is never kept, a repeat has null there.

    The repeat still tells what was made, so nothing is made twice, and what nobody holds the key
    to can be taken back.
    """
    return lambda handler: _remembering(handler, secret)


def _remembering(handler: Handler, secret: str) -> Handler:
    @wraps(handler)
    def answer(view: Any, request: Any, *args: Any, **kwargs: Any) -> Response:
        with transaction.atomic():
            key = request.headers.get("Idempotency-Key", "")
            if not key:
                view.find_subject(request, **kwargs)
                return handler(view, request, *args, **kwargs)
            if len(key) > MOST_KEY_CHARACTERS or not key.isprintable():
                raise _bad_key("idempotency_key_form", _("A key has at most 200 characters."))
            record, is_new = _claim(view, request, key)
            if not is_new:
                return _replay(record, _digest(request))
            view.find_subject(request, **kwargs)
            response = handler(view, request, *args, **kwargs)
            _keep(record, response, secret)
            return response

    answer.is_idempotent = True  # type: ignore[attr-defined]
    return answer  # type: ignore[return-value]


def caller_of(request: Any) -> str:
    """Return the name under which a caller's keys are kept."""
    if isinstance(request.auth, ApiToken):
        return f"token:{request.auth.pk}"
    return f"user:{request.user.pk}"


def _digest(request: Any) -> str:
    # The parsed data, not the bytes: white space and the order of keys are no other request.
    data = request.data if not hasattr(request.data, "dict") else dict(request.data.lists())
    content = json.dumps(data, sort_keys=True, default=_content_of)
    said = f"{request.method} {request.get_full_path()} {content}"
    return hashlib.sha256(said.encode()).hexdigest()


def _content_of(value: Any) -> str:
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if hasattr(value, "chunks"):
        value.seek(0)
        digest = hashlib.sha256(b"".join(value.chunks())).hexdigest()
        value.seek(0)
        return digest
    return str(value)


def _claim(view: Any, request: Any, key: str) -> tuple[IdempotencyRecord, bool]:
    """Insert the row, or wait for whoever inserted it first and return his."""
    fields = {"club": view.access.club, "caller": caller_of(request), "key": key}
    try:
        with transaction.atomic():
            record = IdempotencyRecord.objects.create(
                **fields, request_digest=_digest(request), status=0
            )
    except IntegrityError:
        return IdempotencyRecord.objects.get(**fields), False
    return record, True


def _keep(record: IdempotencyRecord, response: Response, secret: str) -> None:
    record.status = response.status_code
    body = {**response.data, secret: None} if secret else response.data
    # Written as it goes out, so that a replayed answer is the first one to the letter.
    record.body = "" if body is None else json.dumps(body, cls=JSONEncoder)
    record.headers = {name: response[name] for name in KEPT_HEADERS if response.has_header(name)}
    record.save(update_fields=["status", "body", "headers"])


def _replay(record: IdempotencyRecord, request_digest: str) -> Response:
    if record.request_digest != request_digest:
        message = _("This key was used for another request. Use a new key for each write.")
        raise _bad_key("idempotency_key_reused", message)
    body = json.loads(record.body) if record.body else None
    headers = {**record.headers, "Idempotent-Replayed": "true"}
    return Response(body, status=record.status, headers=headers)


def _bad_key(code: str, message: str) -> InvalidInput:
    return InvalidInput(code, message, problems=[Problem(code, message, "Idempotency-Key")])
