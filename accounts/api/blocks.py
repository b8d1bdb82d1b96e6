"""Endpoints for blocked users."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.blocks import blocks_of, user_block, user_unblock
from accounts.errors import BlockNotFound
from accounts.models import USERNAME_MAX_LENGTH
from accounts.scopes import ACCOUNT
from core.api.endpoints import ApiView, endpoint


class BlockInput(serializers.Serializer):
    username = serializers.CharField(max_length=USERNAME_MAX_LENGTH)


class BlockedUser(serializers.Serializer):
    id = serializers.UUIDField()
    username = serializers.CharField()


class BlockView(serializers.Serializer):
    """A user whose messages, invitations and offers are hidden from you."""

    user = BlockedUser(source="blocked")
    created_at = serializers.DateTimeField()


class MeBlocksApi(ApiView):
    @endpoint(
        "me_block_list",
        "List the users that you block",
        scope=ACCOUNT,
        pages=BlockView,
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(blocks_of(user=require_user(request)))
        return self.get_paginated_response(BlockView(page, many=True).data)

    @endpoint(
        "me_block",
        "Block a user",
        description="You do not see their messages, invitations and offers. They are not notified.",
        scope=ACCOUNT,
        body=BlockInput,
        reply=BlockView,
        status=201,
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        block = user_block(user=require_user(request), **body)
        return BlockView(block).data


class MeBlockApi(ApiView):
    @endpoint(
        "me_unblock",
        "Unblock a user",
        scope=ACCOUNT,
        errors=[BlockNotFound],
    )
    def delete(self, request: Request, username: str) -> None:
        user_unblock(user=require_user(request), username=username)
