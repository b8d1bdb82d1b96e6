"""How often one caller may do what costs much."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from redis import RedisError
from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which asks for the settings, and so for this module

logger = logging.getLogger(__name__)


class LenientThrottle(ScopedRateThrottle):
    """Lets everybody in while the cache in which it counts is gone: better than nobody."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return super().allow_request(request, view)
        except (RedisError, OSError) as error:
            logger.warning("The throttle %r cannot count: %s", self.scope, error)
            return True
