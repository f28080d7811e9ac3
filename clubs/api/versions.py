"""ETag and If-Match of things that carry a version."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from django.utils.translation import gettext as _

from clubs.errors import InvalidInput, Problem

_TAG = re.compile(r'^(?:W/)?"v(\d{1,9})(?:-[0-9a-f]+)?"$')


def etag(version: int, body: Any = None) -> str:
    """Return the ETag of a version: ``"v12"``.

    Where the answer also holds what does not belong to the thing itself, such as a player's name,
    ``body`` adds a digest for conditional reads; If-Match looks at the version alone.
    """
    if body is None:
        return f'"v{version}"'
    content = json.dumps(body, sort_keys=True, default=str)
    return f'"v{version}-{hashlib.sha256(content.encode()).hexdigest()[:12]}"'


def expected_version(request: Any) -> int | None:
    """Return the version that If-Match demands, or None where the caller does not care.

    ``*`` means any version. A use case given another than the stored version raises Outdated,
    which the API answers with 412 and the current state. Raises InvalidInput for a foreign tag.
    """
    value = request.headers.get("If-Match", "").strip()
    if value in ("", "*"):
        return None
    found = _TAG.match(value)
    if found is None:
        message = _('Send back the ETag as it was given, for example "v12".')
        problem = Problem("if_match_form", message, "If-Match", {"found": value[:60]})
        raise InvalidInput("if_match_form", message, problems=[problem])
    return int(found[1])
