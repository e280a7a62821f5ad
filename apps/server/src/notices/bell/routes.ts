import {
  checkPush as checkPushCall,
  listNotifications,
  muteNotifications,
  readNotifications,
  subscribeToPush as subscribeCall,
  unsubscribeFromPush as unsubscribeCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import { checkPush, subscribeToPush, unsubscribeFromPush, type NotificationDeps } from "./push.ts";
import { notificationsRead, saveMutedKinds, saveReadMark } from "./store.ts";

export function addNotificationRoutes(app: FastifyInstance, deps: NotificationDeps): void {
  const { sql } = deps;
  const { cookies } = app.calls;
  registerRead(app, listNotifications, notificationsRead, ({ items, ...choices }) => ({
    unread: items.filter(({ isRead }) => !isRead).length,
    ...choices,
    pushKey: deps.push?.publicKey ?? null,
    items,
  }));
  registerCall(app, readNotifications, async ({ user, body }) => {
    await saveReadMark(sql, user.id, new Date(body.until));
    return undefined;
  });
  registerCall(app, muteNotifications, async ({ user, body }) => {
    await saveMutedKinds(sql, user.id, { channel: body.channel ?? "app", muted: [...new Set(body.muted)] });
    return undefined;
  });
  registerCall(app, subscribeCall, async ({ user, body, request }): Promise<undefined> => {
    await subscribeToPush(deps, { userId: user.id, sessionToken: cookies.readSession(request) }, body);
  });
  registerCall(app, checkPushCall, ({ user, body, request }) =>
    checkPush(deps, { userId: user.id, sessionToken: cookies.readSession(request) }, body.endpoint),
  );
  registerCall(app, unsubscribeCall, async ({ user, body }): Promise<undefined> => {
    await unsubscribeFromPush(deps, user.id, body.endpoint);
  });
}
