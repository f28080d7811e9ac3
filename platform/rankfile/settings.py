"""Settings, all from the environment; docs/settings.md has the table of variables.

Nothing set means the embedded product: SQLite in ``DATA_DIR``, tasks inline after commit, one
process. ``DATABASE_URL`` and ``REDIS_URL`` make it the big one; the code is the same.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from rankfile import environment as env
from rankfile.logging import STYLES, logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(env.text("DATA_DIR", str(BASE_DIR / "data")))

DEBUG = env.boolean("DEBUG", default=False)


def _secret_key() -> str:
    """Return the configured key, or one that is made once and kept in the data folder."""
    configured = env.secret("SECRET_KEY")
    if configured:
        return configured
    path = DATA_DIR / "secret_key"
    if not path.exists():
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(48), encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ("127.0.0.1", "localhost", "[::1]"))
BASE_URL = env.text("BASE_URL", f"http://127.0.0.1:{env.text('PORT', '8000')}").rstrip("/")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
USES_HTTPS = urlsplit(BASE_URL).scheme == "https"

INSTALLED_APPS = [
    "rankfile",
    "tournaments",
    "ratings",
    "clubs",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "corsheaders",
    "csp",
    # The pages of allauth load its filters.
    "django.contrib.humanize",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    # Last, so that templates/ and the apps can replace the widgets it ships.
    "django.forms",
]

MIDDLEWARE = [
    "rankfile.health.HealthMiddleware",
    "rankfile.logging.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "rankfile.errors.PreconditionMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "rankfile.middleware.PageHeadersMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "rankfile.errors.ProductErrorMiddleware",
]

ROOT_URLCONF = "rankfile.urls"
WSGI_APPLICATION = "rankfile.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "rankfile.context.interface",
            ],
        },
    },
]

FORM_RENDERER = "clubs.form_fields.Renderer"

# --- Database ----------------------------------------------------------------------------------
DATABASE_URL = env.secret("DATABASE_URL")
if DATABASE_URL:
    DATABASES = {"default": environ.Env.db_url_config(DATABASE_URL)}
    if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL database")
    DATABASES["default"]["CONN_MAX_AGE"] = 60
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"].setdefault("OPTIONS", {})["options"] = (
        "-c lock_timeout=10s -c statement_timeout=120s -c idle_in_transaction_session_timeout=180s"
    )
else:
    # SQLite makes the file, never its folder.
    DATA_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "db.sqlite3",
            "OPTIONS": {
                # Without IMMEDIATE, two read-then-write transactions end in "database is locked".
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": (
                    "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
                    "PRAGMA temp_store=MEMORY;PRAGMA mmap_size=134217728;"
                    "PRAGMA journal_size_limit=67108864;PRAGMA cache_size=-20000;"
                ),
            },
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Redis, Celery, cache ----------------------------------------------------------------------
REDIS_URL = env.secret("REDIS_URL")
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_RETRY_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.2,
}
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {
        "visibility_timeout": 600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
    }
    if REDIS_URL
    else {}
)
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {"task": "ratings.tasks.sweep", "schedule": 5.0, "options": {"expires": 60}},
    "webhooks": {
        "task": "clubs.tasks.deliver_webhooks",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "monthly_lists": {"task": "ratings.tasks.issue_monthly_lists", "schedule": 3600.0},
    "pairing": {"task": "tournaments.tasks.recover_pairing_jobs", "schedule": 15.0},
    "forget": {"task": "clubs.tasks.forget_old_answers", "schedule": 3600.0},
}

# Whether this very process serves the embedded product; ``serve`` says so.
SERVES_EMBEDDED = False

if REDIS_URL:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    }
else:
    # One process in the embedded set-up, so a cache in memory is a shared one.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- Accounts ----------------------------------------------------------------------------------
AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_ADAPTER = "clubs.sign_up.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
# The limits on tries count by address; behind a proxy the visitor's own is in a header.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env.boolean("BEHIND_PROXY", default=False) else 0
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Rankfile"
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not USES_HTTPS
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

EMAIL_CONFIG = env.secret("EMAIL_URL", "consolemail://")
vars().update(environ.Env.email_url_config(EMAIL_CONFIG))
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Rankfile <rankfile@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# --- REST --------------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, object] = {
    "DEFAULT_THROTTLE_RATES": {
        "api": env.text("API_RATE", "1200/min"),
        "calculator": env.text("CALCULATOR_RATE", "120/min"),
        "bulk": env.text("BULK_RATE", "60/hour"),
    },
    "NUM_PROXIES": 1 if env.boolean("BEHIND_PROXY", default=False) else 0,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "DEFAULT_SCHEMA_CLASS": "rankfile.api.schema.ProblemAutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "EXCEPTION_HANDLER": "rankfile.errors.api_exception_handler",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Rankfile",
    "DESCRIPTION": "Clubs, events, results and ratings for programs. docs/api.md is the guide.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    # Requests and answers are schemas of their own, and enums stand where they are used.
    "COMPONENT_SPLIT_REQUEST": False,
    "POSTPROCESSING_HOOKS": ["rankfile.api.schema.without_database_limits"],
    "SERVE_PUBLIC": True,
}

# Public reads are for everybody's scripts; cookies never travel with them.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS"]
CORS_ALLOW_HEADERS = ["authorization", "if-none-match", "if-modified-since", "accept-language"]
CORS_EXPOSE_HEADERS = [
    "ETag",
    "Last-Modified",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
]

# --- Languages, time ---------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pt-br", "Português (Brasil)"), ("tr", "Türkçe")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", "UTC")

# --- Static files ------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "platform" / "static"]
STATIC_ROOT = Path(env.text("STATIC_ROOT", str(DATA_DIR / "static")))
WHITENOISE_USE_FINDERS = True

# --- Security ----------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "style-src": [SELF],
        "script-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = USES_HTTPS and env.boolean("SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = 31_536_000 if USES_HTTPS else 0
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.boolean("BEHIND_PROXY", default=False) else None
)
SESSION_COOKIE_SECURE = USES_HTTPS
CSRF_COOKIE_SECURE = USES_HTTPS
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
FILE_UPLOAD_HANDLERS = [
    "clubs.uploads.BoundedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# --- Operation ---------------------------------------------------------------------------------
LOG_STYLE = env.text("LOG_STYLE", "json" if DATABASE_URL else "text")
if LOG_STYLE not in STYLES:
    raise ImproperlyConfigured(f"LOG_STYLE must be one of {', '.join(STYLES)}")
LOG_LEVEL = env.text("LOG_LEVEL", "INFO")
if LOG_LEVEL not in ("DEBUG", "INFO", "WARNING", "ERROR"):
    raise ImproperlyConfigured("LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR")
LOGGING = logging_settings(LOG_STYLE, LOG_LEVEL, runs_tasks_inline=not REDIS_URL)
METRICS_TOKEN = env.secret("METRICS_TOKEN")

# --- Product -----------------------------------------------------------------------------------
WEBHOOKS_ALLOW_PRIVATE_ADDRESSES = env.boolean("WEBHOOKS_ALLOW_PRIVATE_ADDRESSES", default=False)
SIGN_UP_OPEN = env.boolean("SIGN_UP_OPEN", default=True)
BBP_PAIRINGS = env.text("BBP_PAIRINGS")
# A task is ended after 90 seconds, so that the engine has to be ended before.
PAIRING_SECONDS = env.whole_number("PAIRING_SECONDS", default=60, least=1, most=80)
