"""Ways to press what a page offers: by script, by touch, by keyboard, by accessible name."""

from __future__ import annotations

from typing import Any, Protocol

from selenium.webdriver import Chrome
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.remote.webelement import WebElement

PRESS = "this.dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true}))"
POINT = """
const [element] = arguments;
const root = element.getRootNode();
for (const part of [element, ...element.querySelectorAll("*")]) {
  part.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const {left, top, width, height} = part.getBoundingClientRect();
  for (const share of width && height ? [0.5, 0.3, 0.7, 0.1, 0.9] : []) {
    const [x, y] = [left + width * share, top + height * share];
    if (element.contains(root.elementFromPoint(x, y))) return [x, y];
  }
}
return null;
"""
"""Where a finger can touch an element: a point of it, or of a part, that nothing else covers."""
CLOSE = "document.querySelector('.explains button')?.click();"
FOCUSED = """
let active = document.activeElement;
while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
return active === arguments[0];
"""
MOST_TABS = 300
SHIFT = 8
ROLES = ("button", "DisclosureTriangle")
"""Roles of the elements that a screen reader can press; the second one opens a list."""
KEYS = {"Tab": 9, "Enter": 13}


class Manner(Protocol):
    """A way to press an element, which returns false if it cannot be pressed in this way.

    `is_before` is true for what is in front of the question.
    """

    def __call__(self, driver: Chrome, element: WebElement, *, is_before: bool) -> bool: ...


def by_script(driver: Chrome, element: WebElement, *, is_before: bool) -> bool:
    """Let a script press it, wherever it is."""
    driver.execute_script(f"(function () {{ {PRESS} }}).call(arguments[0])", element)
    return True


def by_touch(driver: Chrome, element: WebElement, *, is_before: bool) -> bool:
    """Scroll to it, and touch it with a finger. What covers it is closed first: a touch of the
    picture may explain a part.
    """
    driver.execute_script(CLOSE)
    point = driver.execute_script(POINT, element)
    if point:
        # In one command: with two, a slow machine presses long.
        finger = PointerInput(POINTER_TOUCH, "finger")  # type: ignore[no-untyped-call]
        touch = ActionBuilder(driver, mouse=finger)
        touch.pointer_action.move_to_location(*point)  # type: ignore[no-untyped-call]
        touch.pointer_action.pointer_down()  # type: ignore[no-untyped-call]
        touch.pointer_action.pointer_up()  # type: ignore[no-untyped-call]
        touch.perform()
    return bool(point)


def by_keyboard(driver: Chrome, element: WebElement, *, is_before: bool) -> bool:
    """Go to it with the tabulator key, from where the focus is, and press Enter."""
    for _ in range(MOST_TABS):
        if driver.execute_script(FOCUSED, element):
            press_key(driver, "Enter", text="\r")
            return True
        press_key(driver, "Tab", modifiers=SHIFT if is_before else 0)
    return False


def by_name(driver: Chrome, element: WebElement, *, is_before: bool) -> bool:
    """Press the first button that a screen reader calls by the same name."""
    name = element.accessible_name
    root = send(driver, "DOM.getDocument", depth=0)["root"]["nodeId"]
    called = send(driver, "Accessibility.queryAXTree", nodeId=root, accessibleName=name)["nodes"]
    buttons = [node for node in called if name and node["role"]["value"] in ROLES]
    if buttons:
        button = send(driver, "DOM.resolveNode", backendNodeId=buttons[0]["backendDOMNodeId"])
        wish = {"objectId": button["object"]["objectId"]}
        send(
            driver,
            "Runtime.callFunctionOn",
            functionDeclaration=f"function () {{ {PRESS} }}",
            **wish,
        )
    return bool(buttons)


def send(driver: Chrome, command: str, **words: Any) -> dict[str, Any]:
    reply: dict[str, Any] = driver.execute_cdp_cmd(command, words)
    return reply


def press_key(driver: Chrome, key: str, **words: Any) -> None:
    words |= {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
    send(driver, "Input.dispatchKeyEvent", type="keyDown", **words)
    send(driver, "Input.dispatchKeyEvent", type="keyUp", **words)
