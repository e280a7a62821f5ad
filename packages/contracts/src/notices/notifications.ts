import * as z from "zod/mini";
import { amount } from "../amount.ts";
import { defineCall } from "../call.ts";

/** The kinds of notifications. None of them urges to trade. */
export const notificationKinds = ["deposit", "withdrawal", "stop", "verification", "administrator", "bot"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How a user is told: behind the bell, by mail, and on a device that is not open. */
export const notificationChannels = ["app", "mail", "push"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** The events of notifications. Each belongs to one kind. */
export const notificationEvents = [
  "deposit-credited",
  "deposit-rejected",
  "withdrawal-sent",
  "withdrawal-paid",
  "withdrawal-rejected",
  "stop-loss",
  "take-profit",
  "exit-settled",
  "winding-up",
  "closed-by-operator",
  "adjusted",
  "account-deactivated",
  "account-activated",
  "verification-approved",
  "verification-rejected",
  "bot-paused",
  "bot-resumed",
  "bot-resting",
  "bot-retired",
  "bot-rule-changes",
  "administrator-asked",
  "administrator-appointed",
] as const;

export type NotificationEvent = (typeof notificationEvents)[number];

export const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  event: z.enum(notificationEvents),
  at: z.iso.datetime(),
  isRead: z.boolean(),
  /** The amount of money; null where there is none. */
  amount: z.nullable(amount),
  botId: z.nullable(z.uuid()),
  botName: z.nullable(z.string()),
  /** The reason that a person gave. */
  reason: z.nullable(z.string()),
});
export type Notification = z.infer<typeof notification>;

export const MAX_NOTIFICATIONS = 50;

/** The newest notifications of the kinds that the user wants, newest first. */
export const listNotifications = defineCall({
  method: "GET",
  path: "/api/user/notifications",
  summary: "The user's notifications, newest first",
  permission: "signed-in",
  answers: {
    200: z.object({
      unread: z.int(),
      /** Kinds that are not shown in the app. */
      muted: z.array(z.enum(notificationKinds)),
      /** Kinds without a mail. Mails about security are sent in any case. */
      mailMuted: z.array(z.enum(notificationKinds)),
      /** Kinds without a push message. */
      pushMuted: z.array(z.enum(notificationKinds)),
      /** The public key that a browser needs for push, in base64url; null where push is not set up. */
      pushKey: z.nullable(z.string()),
      /** The browsers of this user that get push messages. */
      pushDevices: z.int(),
      items: z.array(notification),
    }),
  },
});
export type Notifications = z.infer<(typeof listNotifications.answers)[200]>;

/** Marks everything up to a time as read; not later than now. */
export const readNotifications = defineCall({
  method: "POST",
  path: "/api/user/notifications/read",
  summary: "Mark notifications up to a time as read",
  permission: "signed-in",
  body: z.strictObject({ until: z.iso.datetime("until must be a time in UTC") }),
  answers: { 204: null },
});

/** The kinds that the user does not want in a channel. */
export const muteNotifications = defineCall({
  method: "POST",
  path: "/api/user/notifications/muted",
  summary: "Choose the kinds of notifications that are not sent in a channel",
  permission: "signed-in",
  body: z.strictObject({
    muted: z.array(z.enum(notificationKinds)).check(z.maxLength(notificationKinds.length)),
    /** The app if it is left out. */
    channel: z.optional(z.enum(notificationChannels)),
  }),
  answers: { 204: null },
});

const MAX_ENDPOINT_LENGTH = 1_000;
/** A public key on P-256 (65 bytes) and a secret of 16 bytes, in base64url without padding. */
const P256DH_LENGTH = 87;
const AUTH_LENGTH = 22;
const endpoint = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_ENDPOINT_LENGTH, "endpoint must be at most 1000 characters"));
const base64Url = (length: number, name: string) =>
  z.string().check(z.length(length, `${name} has the wrong length`), z.regex(/^[\w-]+$/, `${name} must be base64url`));

/** Push messages to this browser, from now on. The address is one of a public push service. */
export const subscribeToPush = defineCall({
  method: "POST",
  path: "/api/user/push",
  summary: "Send push messages to this browser",
  permission: "signed-in",
  body: z.strictObject({
    endpoint,
    p256dh: base64Url(P256DH_LENGTH, "p256dh"),
    auth: base64Url(AUTH_LENGTH, "auth"),
  }),
  answers: { 204: null },
  errors: ["NOT_FOUND"],
});

/** Says whether this browser gets the user's push messages. If so, it keeps getting them after this session has expired. */
export const checkPush = defineCall({
  method: "POST",
  path: "/api/user/push/check",
  summary: "Say whether this browser gets push messages, and keep it so",
  permission: "signed-in",
  body: z.strictObject({ endpoint }),
  answers: { 200: z.object({ isOn: z.boolean() }) },
});

/** No more push messages to one browser, or to any. */
export const unsubscribeFromPush = defineCall({
  method: "POST",
  path: "/api/user/push/off",
  summary: "Send no more push messages to a browser, or to any",
  permission: "signed-in",
  body: z.strictObject({ endpoint: z.optional(endpoint) }),
  answers: { 204: null },
});
