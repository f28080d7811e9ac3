"""Files that are sent: of one that is far too large nothing is kept, and the form still answers.

The rest of the body is read all the same: a server that hung up early would leave the person with
the browser's own error and without what was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any, TypeVar

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopFutureHandlers

View = TypeVar("View", bound=Callable[..., Any])
LIMIT = "most_upload_bytes"


def takes_file(most_bytes: int) -> Callable[[View], View]:
    """Return a decorator that says how large a file a page takes; put it outermost.

    The page's form still looks at the size and says what is wrong.
    """

    def decorate(view: View) -> View:
        setattr(view, LIMIT, most_bytes)
        return view

    return decorate


class BoundedUploadHandler(FileUploadHandler):
    """Comes first, and lets files of a body that is too large reach neither memory nor disk.

    Such a file arrives empty, but with its true size.
    """

    is_too_large = False

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Keep the handlers after this one from opening a file for nothing.

        The length of the body decides: its other fields have a limit of their own.
        """
        super().new_file(*args, **kwargs)
        match = self.request.resolver_match if self.request else None
        most_bytes = getattr(match.func, LIMIT, 0) if match else 0
        length = int(self.request.META.get("CONTENT_LENGTH") or 0) if self.request else 0
        self.is_too_large = length > most_bytes + (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
        if self.is_too_large:
            raise StopFutureHandlers

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:  # noqa: ARG002
        """Return what the next handler shall keep."""
        return None if self.is_too_large else raw_data

    def file_complete(self, file_size: int) -> UploadedFile[bytes] | None:
        """Return an empty file of the size that was sent, or leave it to the next handler."""
        if not self.is_too_large:
            return None
        return UploadedFile(
            BytesIO(), self.file_name, self.content_type, file_size, self.charset,
            self.content_type_extra,
        )  # fmt: skip
