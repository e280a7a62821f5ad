import { checkPush, subscribeToPush, unsubscribeFromPush } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

/**
 * Push on this device: the browser cannot do it, the user has forbidden it to this site, or it is off or on for the signed-in
 * user.
 */
export type PushState = "unsupported" | "blocked" | "off" | "on";

/** True in browsers with push. On an iPhone, only for a site that was added to the home screen. */
const hasPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/**
 * Reads the state of push on this device, and keeps it on when this session expires. An address of this browser that is not
 * this user's is given up, so that nobody sees messages to someone who used it before.
 */
export async function readPushState(): Promise<PushState> {
  if (!hasPush()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const subscription = await findSubscription();
  if (subscription === null) return "off";
  const { isOn } = await call(checkPush, { body: { endpoint: subscription.endpoint } });
  if (isOn) return "on";
  await subscription.unsubscribe();
  return "off";
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks the user's permission, and gives the server the address of this browser.
 * @param key the server's public key
 */
export async function turnPushOn(key: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "blocked";
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key of the server cannot be used any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  try {
    await call(subscribeToPush, {
      body: { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    });
  } catch (failure) {
    await subscription.unsubscribe();
    throw failure;
  }
  return "on";
}

export async function turnPushOff(): Promise<PushState> {
  const subscription = await findSubscription();
  if (subscription === null) return "off";
  await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return "off";
}
