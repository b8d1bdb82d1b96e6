"""All URLs of the service."""

from __future__ import annotations

from django.contrib import admin
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, include, path, register_converter
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts.account_page import AccountPage, NewPasskeyOptions
from accounts.api.avatars import AvatarKeyConverter
from accounts.links import LinkTokenConverter
from accounts.pages import (
    ForgottenPasswordPage,
    GuestPage,
    LoginPage,
    LogoutPage,
    PasskeyOptions,
    ResetPasswordPage,
    SignUpPage,
    VerifyEmailPage,
)
from core.api.views import ApiRootApi, SchemaApi
from core.pages import NAMED_FILES
from core.paths import PLAY
from games.by_mail.pages import MailMovePage
from games.calendar_feeds.pages import CalendarFeedPage
from games.summaries.pages import GamePage, OEmbed
from notifications.pages import UnsubscribePage
from operations.pages import (
    PLAIN_TEXT,
    DocsPage,
    NamedFilePage,
    ProblemPage,
    PublicPage,
    SecurityContactPage,
    StartPage,
    TextFilePage,
)

register_converter(LinkTokenConverter, "link_token")
register_converter(AvatarKeyConverter, "avatar_key")

v1: list[URLPattern | URLResolver] = [
    path("", ApiRootApi.as_view(), name="api-root"),
    path("", include("games.api.urls")),  # before the others, since games are requested most
    path("", include("accounts.api.urls")),
    path("", include("notifications.api.urls")),
    path("", include("moderation.api.urls")),
]

# With a separate script, since the policy allows none within a page.
docs = SpectacularSwaggerSplitView.as_view(
    url_name="api-schema", template_name="operations/docs.html"
)

urlpatterns = [
    path("api/v1/", include(v1)),  # first, since it is requested most
    path("", StartPage.as_view(), name="home"),
    path("docs/", DocsPage.as_view(), name="docs"),
    path("docs/<path:path>", DocsPage.as_view()),
    path("docs", RedirectView.as_view(pattern_name="docs")),
    path("play", RedirectView.as_view(url=PLAY, query_string=True)),  # core.pages serves the rest
    *(path(url.lstrip("/"), NamedFilePage.as_view()) for url in NAMED_FILES),
    path("problems/<slug:code>/", ProblemPage.as_view(), name="problem"),
    path("help/", PublicPage.as_view(template_name="operations/help.html"), name="help"),
    path("terms/", PublicPage.as_view(template_name="operations/terms.html"), name="terms"),
    path("privacy/", PublicPage.as_view(template_name="operations/privacy.html"), name="privacy"),
    path("contact/", PublicPage.as_view(template_name="operations/contact.html"), name="contact"),
    path("license/", TextFilePage.as_view(file="LICENSE"), name="license"),
    path("security/", TextFilePage.as_view(file="SECURITY.md"), name="security"),
    path(".well-known/security.txt", SecurityContactPage.as_view()),
    path(
        "robots.txt",
        PublicPage.as_view(template_name="operations/robots.txt", content_type=PLAIN_TEXT),
    ),
    path("", include("operations.developers.urls")),
    path("api/schema/", SchemaApi.as_view(), name="api-schema"),
    path("api/docs/", docs, name="api-docs"),
    path("games/<uuid:game_id>/", GamePage.as_view(), name="game-page"),
    path("calendar/<link_token:token>.ics", CalendarFeedPage.as_view(), name="calendar-feed"),
    path("oembed/", OEmbed.as_view(), name="oembed"),
    path("favicon.ico", RedirectView.as_view(url=static("accounts/favicon.svg"))),
    path("login/", LoginPage.as_view(), name="login"),
    path("sign-up/", SignUpPage.as_view(), name="sign-up"),
    path("guest/", GuestPage.as_view(), name="guest"),
    path("forgotten-password/", ForgottenPasswordPage.as_view(), name="forgotten-password"),
    path("logout/", LogoutPage.as_view(), name="logout"),
    path("login/passkey/", PasskeyOptions.as_view(), name="login-passkey"),
    path("account/", AccountPage.as_view(), name="account"),
    path("account/passkey/", NewPasskeyOptions.as_view(), name="account-passkey"),
    path("verify-email/<link_token:token>/", VerifyEmailPage.as_view(), name="verify-email"),
    path("reset-password/<link_token:token>/", ResetPasswordPage.as_view(), name="reset-password"),
    path("", include("accounts.oauth.urls")),
    path("unsubscribe/<link_token:token>/", UnsubscribePage.as_view(), name="unsubscribe"),
    path("move/<link_token:token>/", MailMovePage.as_view(), name="mail-move"),
    path("admin", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
]
