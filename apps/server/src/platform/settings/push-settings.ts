import { defineSettings, optional, parseOneOf, Problem, required, type ParsedEntries } from "./setting-entry.ts";

export const PUSH_KEY_BYTES = 32;

export interface PushSettings {
  isOn: boolean;
  /** The private key (P-256) that signs messages to push services. Undefined: one in the data folder. */
  key: Buffer | undefined;
  /** Accepted besides the hosts of public push services, for tests. */
  testOrigin: string | undefined;
}

function parseKey(text: string): Buffer | Problem {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === PUSH_KEY_BYTES ? bytes : new Problem(`does not have ${PUSH_KEY_BYTES} bytes`);
}

function parseTestOrigin(text: string): string | Problem {
  const isOrigin = /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
  return isOrigin ? text : new Problem("is not scheme, host and port");
}

const entries = {
  webPush: required({
    variable: "WEB_PUSH",
    fallback: "on",
    meaning: "Lets investors turn on push notifications, which go through the push service of their browser's maker.",
    allowed: "on or off",
    parse: parseOneOf("on", "off"),
  }),
  pushKey: optional({
    variable: "PUSH_KEY",
    meaning:
      "The private key that signs push messages (VAPID). Not set: a key in the data folder. With another key, everyone has to turn push on again.",
    allowed: "32 random bytes in base64, as printed by openssl rand -base64 32",
    secret: true,
    parse: parseKey,
  }),
  pushTestOrigin: optional({
    variable: "PUSH_TEST_ORIGIN",
    meaning: "A push service for tests, which may be on this machine and without TLS. Not allowed in live mode.",
    allowed: "scheme, host and port, such as http://127.0.0.1:9000",
    parse: parseTestOrigin,
  }),
} as const;

type PushValues = ParsedEntries<typeof entries>;

export const pushSettings = defineSettings({
  title: "Push messages",
  entries,
  checkLive: ({ pushTestOrigin }: PushValues) =>
    pushTestOrigin === undefined ? [] : ["PUSH_TEST_ORIGIN is not allowed in live mode."],
  toSettings: ({ webPush, pushKey, pushTestOrigin }): { push: PushSettings } => ({
    push: { isOn: webPush === "on", key: pushKey, testOrigin: pushTestOrigin },
  }),
});
