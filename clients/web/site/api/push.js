/**
 * Notifications on this device (web push): the browser's subscription, and the id under which the
 * service knows it. sw.js shows the notifications.
 */

import { Problem } from "./problems.js";
import { post, remove } from "./requests.js";

/** @import { Device, Me } from "../../types" */
/** @typedef {{id: string, endpoint: string, user: string}} Known */

export const DEVICES = "me/push-subscriptions/";
const KNOWN = "push-device";
/** The longest name that the service takes. */
const LONGEST_NAME = 60;

export const isSupported = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** @returns {Known | null} */
const known = () => JSON.parse(localStorage.getItem(KNOWN) ?? "null");

/** Return the id of this device, or "" if it gets nothing. */
export const deviceId = () => known()?.id ?? "";

/** Ask the user for permission, and let the service send to this device. Call it on a click.
 * Returns false if the user does not allow it.
 * @param {Me} me
 * @param {string} key the public key of the service
 */
export async function subscribeDevice(me, key) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await register(subscription, me);
  return true;
}

/** @param {PushSubscription} subscription @param {Me} me */
async function register(subscription, me) {
  const { endpoint, keys } = subscription.toJSON();
  /** @type {Device} */
  const { id } = await post(DEVICES, { endpoint, keys, name: deviceName() });
  localStorage.setItem(KNOWN, JSON.stringify({ id, endpoint, user: me.id }));
}

/** Tell the service to send nothing more to this device, and the browser to accept nothing more. */
export async function unsubscribeDevice() {
  const id = deviceId();
  try {
    if (id) await remove(`${DEVICES}${id}/`);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
  } finally {
    await forgetDevice();
  }
}

async function forgetDevice() {
  localStorage.removeItem(KNOWN);
  await (await subscriptionOf())?.unsubscribe();
}

async function subscriptionOf() {
  if (!isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

/** Tell the service if the browser has a new subscription. One of another user is ended. @param {Me} me */
export async function renewDevice(me) {
  const before = known();
  if (!before) return;
  if (before.user !== me.id) return forgetDevice();
  const subscription = await subscriptionOf();
  if (!subscription) localStorage.removeItem(KNOWN); // the user no longer allows it
  else if (subscription.endpoint !== before.endpoint) await register(subscription, me);
}

/** Answer what the service worker asks and orders. @param {Me} me */
export function followWorker(me) {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.isShown) ports[0].postMessage(isShown(data.isShown));
    if (data.open) location.hash = data.open;
    if (data.isRenewed) renewDevice(me).catch(() => {}); // the next load tries again
  });
}

/** True if the user looks at this place. @param {string} place */
const isShown = (place) =>
  document.visibilityState === "visible" && document.hasFocus() && location.hash.startsWith(place);

const BROWSERS = [["Edg", "Edge"], ["OPR", "Opera"], ["Firefox", "Firefox"], ["Chrome", "Chrome"], ["Safari", "Safari"]];
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];

/** Return a name by which the user recognizes this device, such as "Firefox, Android". */
function deviceName() {
  const agent = navigator.userAgent;
  const browser = BROWSERS.find(([part]) => agent.includes(part))?.[1];
  const system = SYSTEMS.find((part) => agent.includes(part));
  return [browser, system].filter(Boolean).join(", ").slice(0, LONGEST_NAME);
}

/** True on devices that show notifications of installed apps only. */
export const needsInstalling = () => /iPhone|iPad/.test(navigator.userAgent);
