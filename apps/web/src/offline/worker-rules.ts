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

/** The call that says who is signed in. */
export const USER_PATH = "/api/auth/user";
/** The call for what the investor had over a time. Its `from` is another one at each load. */
export const PERFORMANCE_PATH = "/api/user/performance";
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** A session ends after 12 hours without use, so figures that are older are not shown either. */
const SAVED_FOR_MS = 12 * 3_600_000;
/** With more saved answers, the oldest are deleted. */
export const MAX_SAVED = 40;

/** Changes of who is signed in. */
const SESSION_PATHS = /^\/api\/(auth\/|signout$)/;

export type RequestKind = "page" | "file" | "figures" | "session" | "other";

/** Decides what the service worker does with a request. Everything of kind "other" goes to the network as it is. */
export function findRequestKind(
  { method, url, mode }: Pick<Request, "method" | "url" | "mode">,
  { origin, files, savedPaths }: { origin: string; files: ReadonlySet<string>; savedPaths: ReadonlySet<string> },
): RequestKind {
  const { origin: target, pathname } = new URL(url);
  if (target !== origin) return "other";
  if (method !== "GET") return SESSION_PATHS.test(pathname) ? "session" : "other";
  if (savedPaths.has(pathname)) return "figures";
  if (pathname.startsWith("/api/")) return "other";
  if (mode === "navigate") return "page";
  return files.has(pathname) || pathname.startsWith("/assets/") ? "file" : "other";
}

/** True for the calls that end the session of this browser. */
export const isSignOut = (url: string): boolean => /^\/api\/(auth\/)?signout$/.test(new URL(url).pathname);

export const isPublicPath = (url: string): boolean => new URL(url).pathname.startsWith("/api/public/");

/** Removes what no saved page shows: how to reach the user. */
export function toSavedText(path: string, text: string): string {
  if (path !== USER_PATH) return text;
  return JSON.stringify({ ...(JSON.parse(text) as object), email: "", phone: "" });
}

/** The patterns of pages behind sign-in, as in the router: `/bots/:id`. */
export function isShellPath(pathname: string, patterns: readonly string[]): boolean {
  const path = pathname === "/" ? "/" : pathname.replace(/\/$/, "");
  return patterns.some((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path));
}

/**
 * The address under which an answer is saved: with the length of a range in place of its start, so that the same range is
 * found again later, and a later answer replaces an earlier one. A range since midnight is saved by its day.
 */
export function toSavedAddress(url: string, now: number): string {
  const address = new URL(url);
  const from = address.searchParams.get("from");
  if (address.pathname !== PERFORMANCE_PATH || from === null) return url;
  const isDay = from === findMidnight(now);
  address.search = isDay ? `?since=${from}` : `?hours=${Math.floor((now - Date.parse(from)) / HOUR_MS)}`;
  return address.href;
}

/** Lists the calls that the dashboard makes first: the given ones, and what the investor had since midnight and over the last week. */
export function listFirstPaths(savedPaths: readonly string[], now: number): string[] {
  if (!savedPaths.includes(PERFORMANCE_PATH)) return [...savedPaths];
  return [
    ...savedPaths,
    `${PERFORMANCE_PATH}?from=${findMidnight(now)}&points=1`,
    `${PERFORMANCE_PATH}?from=${new Date(now - WEEK_MS).toISOString()}`,
  ];
}

const findMidnight = (now: number): string => new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();

export const isTooOld = (savedAt: number, now: number): boolean => !(now - savedAt < SAVED_FOR_MS);
