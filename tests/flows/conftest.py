"""What the stories share."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

AfterCommit = Callable[..., AbstractContextManager[Any]]


@pytest.fixture
def committed(django_capture_on_commit_callbacks: AfterCommit) -> Callable[[], Any]:
    """Run what happens after commit, as it does in the running product."""
    return lambda: django_capture_on_commit_callbacks(execute=True)
