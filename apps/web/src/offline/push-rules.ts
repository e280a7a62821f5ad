import * as texts from "../messages/offline.ts";

/** The content of a push message. It holds no amount, bot or name. */
interface PushContent {
  title: string;
  body: string;
  /** A page of ours. */
  path: string;
}

/** For a message that cannot be read: it is shown all the same, because browsers allow no silent ones. */
const UNREADABLE: PushContent = { title: texts.wazi, body: texts.pushFallbackText, path: "/notifications" };
const MAX_LENGTH = 200;

/** Reads a message of the server. Its page is always one of ours. */
export function readPush(text: string | undefined): PushContent {
  let content: unknown;
  try {
    content = JSON.parse(text ?? "");
  } catch {
    return UNREADABLE;
  }
  const { title, body, path } = (content ?? {}) as Partial<Record<keyof PushContent, unknown>>;
  const isText = (value: unknown): value is string =>
    typeof value === "string" && value !== "" && value.length <= MAX_LENGTH;
  if (!isText(title) || !isText(body) || !isText(path) || !/^\/[a-z-]+$/.test(path)) return UNREADABLE;
  return { title, body, path };
}
