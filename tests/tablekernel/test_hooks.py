"""Hooks: who listens is found once, in order."""

from __future__ import annotations

from tablekernel.hooks import bind_hook


class Tax:
    def on_built(self, price: int) -> int:
        return price + 1


class Discount:
    def on_built(self, price: int) -> int:
        return price * 2

    def on_turn_end(self) -> None:
        pass


class Plain:
    pass


CARDS = ((4, Discount()), (1, Plain()), (2, Tax()))


def test_only_cards_that_define_the_hook_listen_in_the_order_given() -> None:
    listeners = bind_hook("on_built", CARDS)
    assert [bit for bit, _ in listeners.handlers] == [4, 2]
    price = 10
    for _, handler in listeners.handlers:
        price = handler(price)
    assert price == 21


def test_the_mask_says_which_cards_listen_at_all() -> None:
    assert bind_hook("on_built", CARDS).mask == 6
    assert bind_hook("on_turn_end", CARDS).mask == 4


def test_a_hook_that_nobody_defines_has_no_listeners() -> None:
    nobody = bind_hook("on_moonrise", CARDS)
    assert nobody.handlers == ()
    assert nobody.mask == 0
