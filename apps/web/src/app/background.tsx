import LiveUpdates from "../notices/live-updates/live-updates.tsx";
import { prepareForOffline } from "../offline/without-connection.ts";
import { readPushState } from "../notices/notifications/push-device.ts";
import { mayBeSignedIn } from "../lib/session.ts";
import "./step-up.ts";

prepareForOffline();
// Keeps push on when this session expires, and ends it in a browser that someone else used before.
if (mayBeSignedIn()) void readPushState().catch(() => undefined);

/** Background work of the pages behind sign-in: live updates, the current user, and pages without a connection. */
export default function Background() {
  return <LiveUpdates />;
}
