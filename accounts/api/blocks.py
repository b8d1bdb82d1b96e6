"""Whom a user does not wish to hear of."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.api.schema import SECURED
from accounts.blocks import blocks_of, user_block, user_unblock
from accounts.errors import BlockNotFound
from accounts.models import USERNAME_MAX_LENGTH, Block
from accounts.scopes import ACCOUNT
from citadels.api.errors import Invalid
from citadels.api.schema import problems


class BlockInput(serializers.Serializer):
    username = serializers.CharField(max_length=USERNAME_MAX_LENGTH)


class BlockedUser(serializers.Serializer):
    id = serializers.UUIDField()
    username = serializers.CharField()


class BlockView(serializers.Serializer):
    """A user whose messages, invitations and offers you are not shown."""

    user = BlockedUser(source="blocked")
    created_at = serializers.DateTimeField()


class MeBlocksApi(generics.GenericAPIView):
    scope = ACCOUNT

    serializer_class = BlockView
    queryset = Block.objects.none()

    @extend_schema(
        operation_id="me_block_list",
        summary="List the users you block",
        responses={200: BlockView(many=True), **problems(*SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(blocks_of(user=signed_in(request)))
        return self.get_paginated_response(BlockView(page, many=True).data)

    @extend_schema(
        operation_id="me_block",
        summary="Block a user",
        description="You are not shown his messages, invitations and offers. He is not told.",
        request=BlockInput,
        responses={201: BlockView, **problems(*SECURED, Invalid)},
    )
    def post(self, request: Request) -> Response:
        body = BlockInput(data=request.data)
        body.is_valid(raise_exception=True)
        block = user_block(user=signed_in(request), **body.validated_data)
        return Response(BlockView(block).data, status=status.HTTP_201_CREATED)


class MeBlockApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_unblock",
        summary="Block a user no longer",
        responses={204: None, **problems(*SECURED, BlockNotFound)},
    )
    def delete(self, request: Request, username: str) -> Response:
        user_unblock(user=signed_in(request), username=username)
        return Response(status=status.HTTP_204_NO_CONTENT)
