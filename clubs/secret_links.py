"""Secrets for links and tokens: shown once, stored as a digest.

A secret has 256 random bits, so a plain SHA-256 is enough: there is nothing to guess and nothing to
slow down.
"""

from __future__ import annotations

import hashlib
import secrets


def make_secret() -> tuple[str, str]:
    """Return a new secret and the digest to store."""
    secret = secrets.token_urlsafe(32)
    return secret, digest_of(secret)


def digest_of(secret: str) -> str:
    """Return the SHA-256 of a secret, in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()
