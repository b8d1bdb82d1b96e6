/** Notifications on devices: this one, and the others of the user. */

import { html } from "../vendor/preact.js";
import { DEVICES, deviceId, isSupported, needsInstalling, subscribeDevice, unsubscribeDevice } from "../api/push.js";
import { getAll, post, remove } from "../api/requests.js";
import { dateTime, t } from "../text/index.js";
import { useDocument, useLoad } from "../ui/hooks.js";
import { Items, Loaded, Outcome, useChange } from "../ui/parts.js";

/** @import { Device, Me } from "../../types" */

/** @param {{me: Me}} props */
export function Devices({ me }) {
  const key = useDocument("me/push-key/");
  const devices = useLoad(() => getAll(DEVICES), []);
  const action = useChange(devices.reload);
  return html`<h2>${t("Notifications on this device")}</h2>
    <p>${t("This device tells you that it is your turn, also when no page is open.")}</p>
    <${Loaded} from=${key}>
      ${(/** @type {{key: string | null}} */ { key }) => html`<${Loaded} from=${devices}>
        ${(/** @type {Device[]} */ all) => html`<${ThisDevice} me=${me} serviceKey=${key} devices=${all} action=${action} />
          <${Outcome} of=${action} />
          ${all.length > 0 && html`<h3>${t("Your devices")}</h3>
          <${Items} items=${all} kind="rows" empty="">
            ${(/** @type {Device} */ one) => html`<${One} device=${one} action=${action} />`}
          <//>`}`}
      <//>`}
    <//>`;
}

/** @typedef {ReturnType<typeof useChange>} Action */

/** @param {{me: Me, serviceKey: string | null, devices: Device[], action: Action}} props */
function ThisDevice({ me, serviceKey, devices, action }) {
  const { change, busy } = action;
  const isOn = devices.some(({ id }) => id === deviceId());
  const turnOn = () =>
    change(async () => {
      const isAllowed = await subscribeDevice(me, serviceKey ?? "");
      if (!isAllowed) throw new Error(t("You have not allowed notifications."));
    }, t("This device gets notifications."));
  if (isOn) {
    const turnOff = () => change(unsubscribeDevice, t("This device gets no more notifications."));
    return html`<button class="second" disabled=${busy} onClick=${turnOff}>${t("Turn off on this device")}</button>`;
  }
  if (!serviceKey) return html`<p class="note">${t("This service sends no notifications to devices.")}</p>`;
  if (!isSupported()) {
    return html`<p class="note">${needsInstalling()
      ? t("First put this client on the home screen: “Share”, then “Add to Home Screen”. Then open it from there.")
      : t("This browser cannot show notifications.")}</p>`;
  }
  if (Notification.permission === "denied") {
    return html`<p class="note">${t("This browser does not allow notifications of this site. Allow them in its settings, then load this page again.")}</p>`;
  }
  return html`<button disabled=${busy} onClick=${turnOn}>${t("Turn on on this device")}</button>`;
}

/** @param {{device: Device, action: Action}} props */
function One({ device, action }) {
  const { change, busy } = action;
  const isThis = device.id === deviceId();
  const name = device.name || device.host;
  const test = () => change(() => post(`${DEVICES}${device.id}/test/`), t("A test is on its way to {name}.", { name }));
  const removeIt = () =>
    change(isThis ? unsubscribeDevice : () => remove(`${DEVICES}${device.id}/`), t("{name} gets no more notifications.", { name }));
  return html`<div>
      <strong>${name}</strong>${isThis && html` <small class="tag">${t("this device")}</small>`}
      <p class="quiet small">${t("Since {when}.", { when: dateTime(device.created_at) })}
        ${device.failing_since && ` ${t("It cannot be reached since {when}.", { when: dateTime(device.failing_since) })}`}</p>
    </div>
    <span class="actions">
      <button class="second" disabled=${busy} aria-label=${t("Test the device {name}", { name })} onClick=${test}>${t("Test")}</button>
      <button class="second" disabled=${busy} aria-label=${t("Remove the device {name}", { name })} onClick=${removeIt}>${t("Remove")}</button>
    </span>`;
}
