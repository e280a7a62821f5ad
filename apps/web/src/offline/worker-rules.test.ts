import { getCurrentUser, getPerformance, HOUR_MS } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { savedPaths } from "./saved-paths.ts";
import {
  findRequestKind,
  isShellPath,
  isTooOld,
  listFirstPaths,
  PERFORMANCE_PATH,
  toSavedAddress,
  toSavedText,
  USER_PATH,
} from "./worker-rules.ts";

const ORIGIN = "https://wazi.example";
const wazi = { origin: ORIGIN, files: new Set(["/theme.js"]), savedPaths: new Set(savedPaths) };
const kindOf = (path: string, method = "GET", mode: RequestMode = "cors") =>
  findRequestKind({ method, mode, url: new URL(path, ORIGIN).href }, wazi);

describe("the service worker", () => {
  it.each([
    ["/dashboard", "GET", "navigate", "page"],
    ["/assets/app-12345678.js", "GET", "cors", "file"],
    ["/theme.js", "GET", "no-cors", "file"],
    ["/robots.txt", "GET", "no-cors", "other"],
    ["/api/auth/user", "GET", "cors", "figures"],
    ["/api/user/performance?range=1M", "GET", "cors", "figures"],
    ["/api/events", "GET", "cors", "other"],
    ["/api/user/export", "GET", "navigate", "other"],
    ["/api/admin/users", "GET", "cors", "other"],
    ["/api/auth/signout", "POST", "cors", "session"],
    ["/api/signout", "POST", "cors", "session"],
    ["/api/auth/signin", "POST", "cors", "session"],
    ["https://elsewhere.example/api/auth/user", "GET", "cors", "other"],
  ] as const)("treats %s (%s) as it should", (path, method, mode, kind) => {
    expect(kindOf(path, method, mode)).toBe(kind);
  });

  it.each(["/api/user/deposits", "/api/user/withdrawals", "/api/user/bots/activate", "/api/verification"])(
    "never touches a change: %s",
    (path) => {
      for (const method of ["POST", "DELETE"]) expect(kindOf(path, method)).toBe("other");
    },
  );

  it("knows the pages behind sign-in", () => {
    const patterns = ["/", "/dashboard", "/bots/:id"];
    for (const path of ["/", "/dashboard", "/dashboard/", "/bots/7"]) expect(isShellPath(path, patterns)).toBe(true);
    for (const path of ["/bots", "/bots/7/x", "/status"]) expect(isShellPath(path, patterns)).toBe(false);
  });

  it("saves no e-mail address and no phone number", () => {
    expect(USER_PATH).toBe(getCurrentUser.path);
    const text = JSON.stringify({ firstName: "Ada", email: "ada@example.com", phone: "254700000001" });
    expect(JSON.parse(toSavedText("/api/auth/user", text))).toEqual({ firstName: "Ada", email: "", phone: "" });
    expect(toSavedText("/api/bots", "[]")).toBe("[]");
  });

  it("saves a range by its length, and today by its day", () => {
    expect(PERFORMANCE_PATH).toBe(getPerformance.path);
    const now = new Date(2026, 10, 23, 15, 30).getTime();
    const since = (from: number) => `${ORIGIN}${PERFORMANCE_PATH}?from=${new Date(from).toISOString()}`;
    const week = (at: number) => toSavedAddress(since(at - 168 * HOUR_MS), at);
    expect(week(now)).toBe(`${ORIGIN}${PERFORMANCE_PATH}?hours=168`);
    expect(week(now + 5 * HOUR_MS + 1)).toBe(week(now));
    expect(toSavedAddress(since(now - 168.9 * HOUR_MS), now)).toBe(week(now));
    const midnight = new Date(2026, 10, 23).getTime();
    expect(toSavedAddress(since(midnight), now + 3 * HOUR_MS)).toBe(toSavedAddress(since(midnight), now));
    expect(toSavedAddress(`${ORIGIN}/api/bots?from=1`, now)).toBe(`${ORIGIN}/api/bots?from=1`);
    expect(listFirstPaths(savedPaths, now).filter((path) => path.startsWith(PERFORMANCE_PATH))).toHaveLength(3);
    expect(listFirstPaths(["/api/bots"], now)).toEqual(["/api/bots"]);
  });

  it("shows nothing that is older than an idle session", () => {
    const now = Date.now();
    expect(isTooOld(now - 11 * HOUR_MS, now)).toBe(false);
    expect(isTooOld(now - 12 * HOUR_MS, now)).toBe(true);
    expect(isTooOld(Number.NaN, now)).toBe(true);
  });
});
