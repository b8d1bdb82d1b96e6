"""`make permissions`: every address of the service, and how it answers each role.

``TABLE`` is what should be; ``tests/api/test_permissions.py`` asks each address in each role and
compares. The scopes come from the endpoints, which the table must not contradict. The second table
is in ``tests/staff_actions.py``. Ends with status 1 when an address is missing in the first, is
none, or contradicts its endpoint.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from core.api.declared import Endpoint
from tests import staff_actions

ROLES: Mapping[str, str] = {
    "anonymous": "has no token",
    "stranger": "has nothing to do with the game, which is private",
    "spectator": "looks at a game that is public, and has no seat in it",
    "invited": "was asked to join or, while it is played, offered a seat, and has not answered",
    "seat": "sits there, and has to decide; the webhook, the token, ... are theirs",
    "other": "sits there as well",
    "host": "has opened the game and sits elsewhere",
    "lost": "has lost their seat: resigned, or was removed from the lobby",
    "staff": "may enter the admin, and has nothing to do with the game",
    "reader": "is the one on `seat`, with a token that has the scope games:read alone",
    "banned": "sits there, and is banned",
    "inactive": "once sat in several games; their account was closed",
}
"""The columns of the table. Games are private but for the spectator."""

STATES: Mapping[str, str] = {
    "lobby": "waits for players: a seat is free",
    "full": "waits for its host to start it",
    "running": "is being played",
    "away": "is being played, and a bot stands in for `seat`",
    "over": "is finished",
    "-": "there is no game in the address",
}

PREFIX = "/api/v1/"
METHODS = ("get", "post", "put", "patch", "delete")
LIBRARIES = ("admin",)
"""What stands under these is the business of Django: its door is in the table."""


class Row(NamedTuple):
    """How one address answers each role, while the game in it is in one state."""

    method: str
    path: str
    state: str
    statuses: tuple[int, ...]

    @property
    def address(self) -> tuple[str, str]:
        return self.method, self.path


TABLE = """
[lobby]                                              ano str spe inv sea oth hos los sta rea ban ina
POST   games/{game}/join/                            401 404 200 200 409 409 200 404 404 403 403 401
POST   games/{game}/leave/                           401 404 403 403 204 204 403 404 404 403 403 401
POST   games/{game}/seat/                            401 404 403 403 200 200 403 404 404 403 403 401
POST   games/{game}/ready/                           401 404 403 403 200 200 403 404 404 403 403 401
POST   games/{game}/kick/                            401 404 403 403 403 403 200 404 404 403 403 401
PUT    games/{game}/seats/{seat}/bot/                401 404 403 403 403 403 200 404 404 403 403 401
GET    games/{game}/invitations/                     401 404 403 403 200 200 200 404 404 200 403 401
POST   games/{game}/invitations/                     401 404 403 403 403 403 201 404 404 403 403 401
DELETE games/{game}/invitations/{invitation}/        401 404 403 403 403 403 204 404 404 403 403 401
POST   games/{game}/cancel/                          401 404 403 403 403 403 200 404 404 403 403 401
GET    /games/{game}/                                302 404 200 200 200 200 200 404 404 200 403 302
GET    games/{game}/                                 401 404 200 200 200 200 200 404 404 200 403 401
PATCH  games/{game}/                                 401 404 403 403 403 403 200 404 404 403 403 401
POST   games/{game}/test-clock/                      401 404 403 403 403 403 200 404 404 403 403 401
GET    games/{game}/events/                          401 404 200 200 200 200 200 404 404 200 403 401
GET    games/{game}/rules/                           401 404 200 200 200 200 200 404 404 200 403 401
GET    games/{game}/chances/                         401 404 200 200 200 200 200 404 404 200 403 401
GET    games/{game}/board.svg                        401 404 409 409 409 409 409 404 404 409 403 401
GET    games/{game}/board.png                        401 404 409 409 409 409 409 404 404 409 403 401
GET    games/{game}/picture-link/                    401 404 200 200 200 200 200 404 404 200 403 401
GET    games/{game}/stream/                          401 404 307 307 307 307 307 404 404 307 403 401

[full]                                               ano str spe inv sea oth hos los sta rea ban ina
POST   games/{game}/start/                           401 404 403 403 403 403 200 403 404 403 403 401
DELETE games/{game}/seats/{seat}/bot/                401 404 403 403 403 403 200 403 404 403 403 401

[running]                                            ano str spe inv sea oth hos los sta rea ban ina
GET    games/{game}/messages/                        401 404 200 200 200 200 200 200 404 403 403 401
POST   games/{game}/messages/                        401 404 403 403 201 201 403 201 404 403 403 401
POST   games/{game}/messages/read/                   401 404 403 403 200 200 403 200 404 403 403 401
GET    games/{game}/notes/                           401 404 200 200 200 200 200 200 404 200 403 401
PUT    games/{game}/notes/                           401 404 200 200 200 200 200 200 404 403 403 401
GET    games/{game}/hint/                            401 404 404 404 200 404 404 404 404 200 403 401
POST   games/{game}/hint/                            401 404 403 403 403 403 403 403 404 403 403 401
GET    games/{game}/undo/                            401 404 403 403 200 200 403 200 404 200 403 401
GET    games/{game}/votes/                           401 404 200 200 200 200 200 200 404 200 403 401
POST   games/{game}/votes/{vote}/ballot/             401 404 403 403 200 200 403 409 404 403 403 401
POST   games/{game}/offers/                          401 404 403 403 409 201 403 409 404 403 403 401
POST   me/seat-offers/{offer}/accept/                401 404 404 200 404 404 404 404 404 403 403 401
POST   me/seat-offers/{offer}/decline/               401 404 404 204 404 404 404 404 404 403 403 401
POST   me/seat-offers/{offer}/withdraw/              401 404 404 404 204 404 404 404 404 403 403 401
GET    /games/{game}/                                302 404 200 200 200 200 200 200 404 200 403 302
GET    games/{game}/                                 401 404 200 200 200 200 200 200 404 200 403 401
POST   games/{game}/commands/                        401 404 403 403 200 403 403 409 404 403 403 401
POST   games/{game}/dry-runs/                        401 404 403 403 200 403 403 409 404 403 403 401
GET    games/{game}/orders/                          401 404 403 403 200 200 403 200 404 200 403 401
PUT    games/{game}/orders/                          401 404 403 403 200 200 403 409 404 403 403 401
GET    games/{game}/events/                          401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/rules/                           401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/recap/                          401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/history/{move}/                  401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/board.svg                        401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/history/{move}/board.svg         401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/board.png                        401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/picture-link/                    401 404 200 200 200 200 200 200 404 200 403 401
GET    games/{game}/stream/                          401 404 307 307 307 307 307 307 404 307 403 401
POST   games/{game}/test-clock/                      401 404 403 403 403 403 409 403 404 403 403 401
POST   games/{game}/resign/                          401 404 403 403 200 200 403 409 404 403 403 401
GET    games/{game}/reveal/                          401 404 409 409 409 409 409 409 404 409 403 401
GET    games/{game}/verify/                          401 404 409 409 409 409 409 409 404 409 403 401
GET    games/{game}/export/                          401 404 409 409 409 409 409 409 404 409 403 401
POST   games/{game}/cancel/                          401 404 403 403 403 403 409 403 404 403 403 401
POST   games/{game}/rematch/                         401 404 403 403 409 409 403 409 404 403 403 401
POST   games/{game}/history/{move}/try/              401 404 409 409 409 409 409 409 404 403 403 401
GET    games/{game}/invitations/                     401 404 403 403 200 200 200 200 404 200 403 401

[away]                                               ano str spe inv sea oth hos los sta rea ban ina
POST   games/{game}/votes/                           401 404 403 404 409 201 403 409 404 403 403 401
POST   games/{game}/return/                          401 404 403 404 200 409 403 409 404 403 403 401
POST   games/{game}/commands/                        401 404 403 404 409 403 403 409 404 403 403 401
POST   games/{game}/dry-runs/                        401 404 403 404 409 403 403 409 404 403 403 401

[over]                                               ano str spe inv sea oth hos los sta rea ban ina
GET    games/{game}/messages/                        401 404 200 404 200 200 200 200 404 403 403 401
POST   games/{game}/messages/                        401 404 403 404 201 201 403 201 404 403 403 401
GET    /games/{game}/                                302 404 200 404 200 200 200 200 404 200 403 302
GET    games/{game}/                                 401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/events/                          401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/recap/                          401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/history/{move}/                  401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/board.svg                        401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/history/{move}/board.svg         401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/board.png                        401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/reveal/                          401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/verify/                          401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/export/                          401 404 200 404 200 200 200 200 404 200 403 401
POST   games/{game}/rematch/                         401 404 403 404 200 409 403 200 404 403 403 401
POST   games/{game}/history/{move}/try/              401 404 201 404 201 201 201 201 404 403 403 401
GET    games/{game}/analysis/                        401 404 404 404 200 404 404 404 404 200 403 401
GET    games/{game}/analysis/summary/                401 404 200 404 200 200 200 200 404 200 403 401
GET    games/{game}/analysis/plot.svg                401 404 404 404 200 404 404 404 404 200 403 401
POST   games/{game}/analysis/                        401 404 403 404 202 409 403 409 404 403 403 401
POST   games/{game}/commands/                        401 404 403 404 409 409 403 409 404 403 403 401
POST   games/{game}/dry-runs/                        401 404 403 404 409 409 403 409 404 403 403 401

[running]                                            ano str spe inv sea oth hos los sta rea ban ina
POST   streams/                                      401 404 201 201 201 201 201 201 404 201 403 401

[lobby]                                              ano str spe inv sea oth hos los sta rea ban ina
POST   me/invitations/{invitation}/accept/           401 404 404 200 404 404 404 404 404 403 403 401
POST   me/invitations/{invitation}/decline/          401 404 404 204 404 404 404 404 404 403 403 401

[-]                                                  ano str spe inv sea oth hos los sta rea ban ina
GET    /account/                                     302 200 200 200 200 200 200 200 200 200 200 302
POST   /account/passkey/                             302 404 404 404 404 404 404 404 404 404 404 302
POST   /account/                                     302 302 302 302 302 302 302 302 302 302 302 302
GET    me/blocks/                                    401 200 200 200 200 200 200 200 200 403 403 401
POST   me/blocks/                                    401 201 201 201 201 201 201 201 201 403 403 401
DELETE me/blocks/{username}/                         401 404 404 404 404 204 404 404 404 403 403 401
GET    me/messages/                                  401 200 200 200 200 200 200 200 200 403 403 401
GET    me/seat-offers/                               401 200 200 200 200 200 200 200 200 200 403 401
GET    /                                             200 200 200 200 200 200 200 200 200 200 200 200
GET    /.well-known/api-catalog                      200 200 200 200 200 200 200 200 200 200 200 200
GET    /.well-known/oauth-authorization-server       200 200 200 200 200 200 200 200 200 200 200 200
GET    /.well-known/oauth-authorization-server/{issuer_path} 200 200 200 200 200 200 200 200 200 200 200 200
GET    /.well-known/oauth-protected-resource         200 200 200 200 200 200 200 200 200 200 200 200
GET    /.well-known/oauth-protected-resource/{resource_path} 200 200 200 200 200 200 200 200 200 200 200 200
GET    /admin                                        302 302 302 302 302 302 302 302 302 302 302 302
POST   /admin                                        302 302 302 302 302 302 302 302 302 302 302 302
GET    /admin/                                       302 302 302 302 302 302 302 302 200 302 302 302
GET    /api/docs/                                    200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/schema/                                  200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/v1/                                      200 200 200 200 200 200 200 200 200 200 200 200
GET    /calendar/{token}.ics                         404 404 404 404 404 404 404 404 404 404 404 404
GET    /contact/                                     200 200 200 200 200 200 200 200 200 200 200 200
GET    /developers/                                  200 200 200 200 200 200 200 200 200 200 200 200
GET    /developers/changelog/                        200 200 200 200 200 200 200 200 200 200 200 200
GET    /developers/changelog.atom                    200 200 200 200 200 200 200 200 200 200 200 200
GET    /developers/collection.json                   200 200 200 200 200 200 200 200 200 200 200 200
GET    /developers/packages/{name}                   404 404 404 404 404 404 404 404 404 404 404 404
GET    /docs                                         302 302 302 302 302 302 302 302 302 302 302 302
POST   /docs                                         302 302 302 302 302 302 302 302 302 302 302 302
GET    /docs/                                        404 404 404 404 404 404 404 404 404 404 404 404
GET    /docs/{path}                                  404 404 404 404 404 404 404 404 404 404 404 404
GET    /favicon.ico                                  302 302 302 302 302 302 302 302 302 302 302 302
POST   /favicon.ico                                  302 302 302 302 302 302 302 302 302 302 302 302
GET    /forgotten-password/                          200 200 200 200 200 200 200 200 200 200 200 200
POST   /forgotten-password/                          200 200 200 200 200 200 200 200 200 200 200 200
GET    /help/                                        200 200 200 200 200 200 200 200 200 200 200 200
GET    /license/                                     200 200 200 200 200 200 200 200 200 200 200 200
GET    /llms.txt                                     200 200 200 200 200 200 200 200 200 200 200 200
GET    /login/                                       200 200 200 200 200 200 200 200 200 200 200 200
POST   /login/                                       200 200 200 200 200 200 200 200 200 200 200 200
POST   /login/passkey/                               404 404 404 404 404 404 404 404 404 404 404 404
GET    /logout/                                      302 200 200 200 200 200 200 200 200 200 200 302
POST   /logout/                                      302 302 302 302 302 302 302 302 302 302 302 302
GET    /move/{token}/                                404 404 404 404 404 404 404 404 404 404 404 404
POST   /move/{token}/                                404 404 404 404 404 404 404 404 404 404 404 404
GET    /oembed/                                      404 404 404 404 404 404 404 404 404 404 404 404
GET    /device/                                      302 200 200 200 200 200 200 200 200 200 403 302
POST   /device/                                      302 400 400 400 400 400 400 400 400 400 403 302
GET    /oauth/authorize/                             302 200 200 200 200 200 200 200 200 200 403 302
POST   /oauth/authorize/                             302 400 400 400 400 400 400 400 400 400 403 302
POST   /oauth/device/                                400 400 400 400 400 400 400 400 400 400 400 400
POST   /oauth/register/                              400 400 400 400 400 400 400 400 400 400 400 400
POST   /oauth/revoke/                                400 400 400 400 400 400 400 400 400 400 400 400
POST   /oauth/token/                                 400 400 400 400 400 400 400 400 400 400 400 400
POST   /guest/                                       302 302 302 302 302 302 302 302 302 302 302 302
GET    /openapi.json                                 200 200 200 200 200 200 200 200 200 200 200 200
GET    /openapi.yaml                                 200 200 200 200 200 200 200 200 200 200 200 200
GET    /play/                                        200 200 200 200 200 200 200 200 200 200 200 200
GET    /play/manifest.webmanifest                    200 200 200 200 200 200 200 200 200 200 200 200
GET    /play                                         302 302 302 302 302 302 302 302 302 302 302 302
POST   /play                                         302 302 302 302 302 302 302 302 302 302 302 302
GET    /privacy/                                     200 200 200 200 200 200 200 200 200 200 200 200
GET    /problems/{code}/                             200 200 200 200 200 200 200 200 200 200 200 200
GET    /reset-password/{token}/                      410 410 410 410 410 410 410 410 410 410 410 410
POST   /reset-password/{token}/                      410 410 410 410 410 410 410 410 410 410 410 410
GET    /robots.txt                                   200 200 200 200 200 200 200 200 200 200 200 200
GET    /security/                                    200 200 200 200 200 200 200 200 200 200 200 200
GET    /.well-known/security.txt                     404 404 404 404 404 404 404 404 404 404 404 404
GET    /sign-up/                                     200 200 200 200 200 200 200 200 200 200 200 200
POST   /sign-up/                                     200 200 200 200 200 200 200 200 200 200 200 200
GET    /status/                                      200 200 200 200 200 200 200 200 200 200 200 200
GET    /terms/                                       200 200 200 200 200 200 200 200 200 200 200 200
GET    /unsubscribe/{token}/                         404 404 404 404 404 404 404 404 404 404 404 404
POST   /unsubscribe/{token}/                         404 404 404 404 404 404 404 404 404 404 404 404
GET    /verify-email/{token}/                        410 410 410 410 410 410 410 410 410 410 410 410
POST   /verify-email/{token}/                        410 410 410 410 410 410 410 410 410 410 410 410
POST   auth/password-reset/                          202 202 202 202 202 202 202 202 202 202 202 202
POST   auth/password-reset/confirm/                  410 410 410 410 410 410 410 410 410 410 410 410
POST   auth/register/                                201 201 201 201 201 201 201 201 201 201 201 201
DELETE auth/tokens/                                  401 204 204 204 204 204 204 204 204 403 403 401
GET    auth/tokens/                                  401 200 200 200 200 200 200 200 200 403 403 401
POST   auth/tokens/                                  401 201 201 201 201 201 201 201 201 201 201 401
DELETE auth/tokens/{token}/                          401 404 404 404 204 404 404 404 404 403 403 401
POST   auth/verify-email/                            410 410 410 410 410 410 410 410 410 410 410 410
GET    avatars/{key}.svg                             200 200 200 200 200 200 200 200 200 200 200 200
GET    games/                                        401 200 200 200 200 200 200 200 200 200 403 401
POST   games/                                        401 201 201 201 201 201 201 201 201 403 403 401
GET    me/                                           401 200 200 200 200 200 200 200 200 200 200 401
GET    me/calendar/                                  401 200 200 200 200 200 200 200 200 403 403 401
POST   me/calendar/                                  401 201 201 201 201 201 201 201 201 403 403 401
DELETE me/calendar/                                  401 204 204 204 204 204 204 204 204 403 403 401
GET    me/deletion/                                  401 404 404 404 404 404 404 404 404 403 404 401
POST   me/deletion/                                  401 202 202 202 202 202 202 202 409 403 202 401
DELETE me/deletion/                                  401 404 404 404 404 404 404 404 404 403 404 401
GET    me/games/records/                             401 200 200 200 200 200 200 200 200 200 403 401
GET    games/records/                                401 200 200 200 200 200 200 200 200 200 403 401
GET    me/export/                                    401 200 200 200 200 200 200 200 200 403 200 401
POST   me/export/                                    401 202 202 202 202 202 202 202 202 403 202 401
POST   me/export/file/                               401 404 404 404 404 404 404 404 404 403 404 401
GET    reports/                                      401 200 200 200 200 200 200 200 200 403 403 401
POST   reports/                                      401 201 201 201 201 201 201 201 201 403 403 401
GET    reports/{report}/                             401 404 404 404 200 404 404 404 404 403 403 401
GET    reports/{report}/messages/                    401 404 404 404 200 404 404 404 404 403 403 401
POST   reports/{report}/messages/                    401 404 404 404 201 404 404 404 404 403 403 401
POST   reports/{report}/withdraw/                    401 404 404 404 200 404 404 404 404 403 403 401
GET    me/sanctions/                                 401 200 200 200 200 200 200 200 200 403 200 401
POST   me/sanctions/{sanction}/appeal/               401 404 404 404 201 404 404 404 404 403 404 401
GET    me/applications/                              401 200 200 200 200 200 200 200 200 403 403 401
POST   me/applications/                              401 201 201 201 201 201 201 201 201 403 403 401
DELETE me/applications/{client}/                     401 404 404 404 204 404 404 404 404 403 403 401
GET    me/authorizations/                            401 200 200 200 200 200 200 200 200 403 403 401
DELETE me/authorizations/{client}/                   401 404 404 404 204 404 404 404 404 403 403 401
POST   me/email/                                     401 202 202 202 202 202 202 202 202 403 403 401
POST   me/email/resend/                              401 409 409 409 409 409 409 409 409 403 403 401
POST   me/bot/                                       401 204 204 204 409 409 204 409 204 403 403 401
GET    me/games/                                     401 200 200 200 200 200 200 200 200 200 403 401
GET    me/invitations/                               401 200 200 200 200 200 200 200 200 200 403 401
GET    me/notification-preferences/                  401 200 200 200 200 200 200 200 200 403 403 401
PATCH  me/notification-preferences/                  401 200 200 200 200 200 200 200 200 403 403 401
GET    me/notifications/                             401 200 200 200 200 200 200 200 200 200 403 401
POST   me/notifications/read/                        401 200 200 200 200 200 200 200 200 200 403 401
POST   me/password/                                  401 204 204 204 204 204 204 204 204 403 403 401
GET    me/preferences/                               401 200 200 200 200 200 200 200 200 403 403 401
PATCH  me/preferences/                               401 200 200 200 200 200 200 200 200 403 403 401
GET    me/push-key/                                  401 200 200 200 200 200 200 200 200 403 403 401
GET    me/push-subscriptions/                        401 200 200 200 200 200 200 200 200 403 403 401
POST   me/push-subscriptions/                        401 201 201 201 201 201 201 201 201 403 403 401
DELETE me/push-subscriptions/{subscription}/         401 404 404 404 204 404 404 404 404 403 403 401
POST   me/push-subscriptions/{subscription}/test/    401 404 404 404 202 404 404 404 404 403 403 401
GET    me/stream/                                    401 307 307 307 307 307 307 307 307 307 403 401
DELETE me/sessions/                                  401 204 204 204 204 204 204 204 204 403 403 401
GET    me/sessions/                                  401 200 200 200 200 200 200 200 200 403 403 401
DELETE me/sessions/{session}/                        401 404 404 404 204 404 404 404 404 403 403 401
POST   me/tokens/                                    401 201 201 201 201 201 201 201 201 403 403 401
GET    me/turns/                                     401 200 200 200 200 200 200 200 200 200 403 401
DELETE me/vacation/                                  401 409 409 409 409 409 409 409 409 403 403 401
GET    me/vacation/                                  401 200 200 200 200 200 200 200 200 200 403 401
POST   me/vacation/                                  401 200 200 200 200 200 200 200 200 403 403 401
GET    me/webhooks/                                  401 200 200 200 200 200 200 200 200 403 403 401
POST   me/webhooks/                                  401 201 201 201 201 201 201 201 201 403 403 401
DELETE me/webhooks/{webhook}/                        401 404 404 404 204 404 404 404 404 403 403 401
GET    me/webhooks/{webhook}/                        401 404 404 404 200 404 404 404 404 403 403 401
PATCH  me/webhooks/{webhook}/                        401 404 404 404 200 404 404 404 404 403 403 401
GET    me/webhooks/{webhook}/deliveries/             401 404 404 404 200 404 404 404 404 403 403 401
POST   me/webhooks/{webhook}/deliveries/{delivery}/redeliver/ 401 404 404 404 202 404 404 404 404 403 403 401
POST   me/webhooks/{webhook}/rotate/                 401 404 404 404 200 404 404 404 404 403 403 401
POST   me/webhooks/{webhook}/test/                   401 404 404 404 202 404 404 404 404 403 403 401
GET    pictures/{signature}.png                      200 200 200 200 200 200 200 200 200 200 200 200
GET    pictures/{signature}.svg                      200 200 200 200 200 200 200 200 200 200 200 200
GET    maintenance/                                  200 200 200 200 200 200 200 200 200 200 200 200
GET    rulesets/                                     200 200 200 200 200 200 200 200 200 200 200 200
GET    rulesets/{slug}/                              200 200 200 200 200 200 200 200 200 200 200 200
GET    rulesets/{slug}/cards/                        200 200 200 200 200 200 200 200 200 200 200 200
GET    rulesets/{slug}/how-to-play/                  200 200 200 200 200 200 200 200 200 200 200 200
GET    rulesets/{slug}/schemas/                      200 200 200 200 200 200 200 200 200 200 200 200
GET    rulesets/{slug}/explorer/                     401 200 200 200 200 200 200 200 200 200 403 401
GET    rulesets/{slug}/statistics/                   401 200 200 200 200 200 200 200 200 200 403 401
GET    rulesets/{slug}/leaderboard/                  401 200 200 200 200 200 200 200 200 200 403 401
GET    puzzles/next/                                 401 200 200 200 200 200 200 200 200 200 403 401
GET    puzzles/today/                                401 200 200 200 200 200 200 200 200 200 403 401
GET    puzzles/{puzzle}/                             401 200 200 200 200 200 200 200 200 200 403 401
GET    puzzles/{puzzle}/board.svg                    401 200 200 200 200 200 200 200 200 200 403 401
POST   puzzles/{puzzle}/answer/                      401 200 200 200 200 200 200 200 200 403 403 401
GET    users/                                        401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/                             401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/games/                       401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/opponents/                   401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/opponents/{opponent}/        401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/ratings/                          401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/ratings.svg                       401 200 200 200 200 200 200 200 200 200 403 401
GET    users/{username}/statistics/                  401 200 200 200 200 200 200 200 200 200 403 401
"""  # noqa: E501


def rows(text: str = TABLE) -> list[Row]:
    """The table, read. Raises ValueError: a line is no row."""
    found, state = [], "-"
    for line in filter(None, map(str.strip, text.splitlines())):
        words = line.split()
        if line.startswith("["):
            state = words[0].strip("[]")
            continue
        if len(words) != 2 + len(ROLES) or state not in STATES:
            raise ValueError(f"not a row: {line!r}")
        found.append(Row(words[0], words[1], state, tuple(map(int, words[2:]))))
    return found


def addresses() -> set[tuple[str, str]]:
    """What the service answers: methods and paths, with names for what stands in them."""
    from django.urls import get_resolver

    return set(answered(get_resolver().url_patterns))


def answered(patterns: Any, before: str = "") -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        inside = getattr(pattern, "url_patterns", None)
        if inside is None:
            view = getattr(pattern.callback, "view_class", getattr(pattern.callback, "cls", None))
            yield from ((method.upper(), plain(path)) for method in methods_of(view))
        elif getattr(pattern, "namespace", None) in LIBRARIES:
            yield "GET", plain(path)
        else:
            yield from answered(inside, path)


def methods_of(view: Any) -> list[str]:
    """What a view answers; what looks like a page is looked at, or sent a form."""
    known = METHODS if hasattr(view, "permission_classes") else METHODS[:2]
    return [name for name in known if name in view.http_method_names and hasattr(view, name)]


def plain(path: str) -> str:
    """``api/v1/games/<uuid:game_id>/`` as ``games/{game}/``: the table leaves out the prefix."""
    whole = "/" + re.sub(r"<(?:\w+:)?(\w+?)(?:_id)?>", r"{\1}", path)
    return whole.removeprefix(PREFIX) or whole


def declared() -> dict[tuple[str, str], Endpoint]:
    """What the endpoints of the API declare, by their addresses in the table."""
    from django.urls import get_resolver

    from citadels.docs_tables import addresses as declarations

    return {
        (one.method, path.replace("_id}", "}").removeprefix(PREFIX) or path): one
        for path, one in declarations(get_resolver().url_patterns)
    }


def contradictions(found: list[Row]) -> Iterator[str]:
    """Where the table says something else of tokens, scopes and bans than the endpoints do."""
    known = declared()
    for row in found:
        one = known.get(row.address)
        if one is None or one.scope is None:
            continue  # needs no token
        answers = dict(zip(ROLES, row.statuses, strict=True))
        may_read = one.scope in ("", "games:read")
        for role, status, expected in (
            ("anonymous", 401, True),
            ("inactive", 401, True),
            ("banned", 403, not one.banned_may),
            ("reader", 403, None if may_read else True),
        ):
            if expected is not None and (answers[role] == status) != expected:
                yield f"{row.method} {row.path} as {role}: {answers[role]}, but see its endpoint"


def scope_of(one: Endpoint | None) -> str:
    """The scope of an endpoint, in words."""
    if one is None or one.scope is None:
        return "no token"
    return one.scope or "any token"


def full(path: str) -> str:
    """An address of the table, from the root."""
    return path if path.startswith("/") else PREFIX + path


def table(found: list[Row]) -> str:
    """The table for people: what the columns are, and a block for each state of the game."""
    known = declared()
    lines = [f"{role:10} {meaning}" for role, meaning in ROLES.items()]
    wide = max(len(row.path) for row in found)
    for state, meaning in STATES.items():
        head = f"{'' if state == '-' else 'The game '}{meaning}"
        lines += ["", f"{head[0].upper()}{head[1:]}."]
        lines.append(" ".join([f"{'':{wide + 7}}", *(f"{role[:6]:>6}" for role in ROLES)]))
        for row in found:
            if row.state == state:
                cells = " ".join(f"{status:>6}" for status in row.statuses)
                scope = scope_of(known.get(row.address))
                lines.append(f"{row.method:6} {row.path:{wide}} {cells}  {scope}")
    cells_all = len(found) * len(ROLES)
    count = len({row.address for row in found})
    lines.append(f"\n{count} addresses, {len(ROLES)} roles, {cells_all} answers.")
    return "\n".join(lines)


def main() -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.test")
    django.setup()
    found, there = rows(), addresses()
    known = {row.address for row in found}
    print(table(found))
    print("\nThe acts of the staff.\n")
    print(staff_actions.table(staff_actions.rows()))
    for text, wrong in (("Missing", there - known), ("There is no", known - there)):
        for method, path in sorted(wrong):
            print(f"{text}: {method} {path}")
    wrong_rows = list(contradictions(found))
    print("\n".join(wrong_rows))
    return 0 if there == known and not wrong_rows else 1


if __name__ == "__main__":
    sys.exit(main())
