import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SESSION_IDLE_MS } from "../../apps/server/src/people/sessions/store.ts";
import {
  DRAFTS_STORAGE_KEY,
  publishedCookies,
  THEME_STORAGE_KEY,
  VERIFICATION_STORAGE_KEY,
} from "../../apps/web/src/content/cookies.ts";
import { startTestApp, type TestApp, type TestAnswer } from "../harness/test-app.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PASSWORD = "Correct-h0rse!";
const DAY_S = 86_400;

let plain: TestApp;
let secured: TestApp;

beforeAll(async () => {
  plain = await startTestApp();
  secured = await startTestApp(plain.database, undefined, { PUBLIC_ORIGIN: "https://wazi.example" });
});
afterAll(async () => {
  await secured.close();
  await plain.close();
});

interface SetCookie {
  name: string;
  days: number;
  isHttpOnly: boolean;
}

function parseCookies({ headers }: TestAnswer): SetCookie[] {
  const lines = [headers["set-cookie"] ?? []].flat().map(String);
  return lines.map((line) => ({
    name: line.split("=", 1)[0] ?? "",
    days: Number(/max-age=(\d+)/i.exec(line)?.[1]) / DAY_S,
    isHttpOnly: /;\s*httponly/i.test(line),
  }));
}

const compareNames = (one: SetCookie, other: SetCookie): number => (one.name < other.name ? -1 : 1);
const published = publishedCookies
  .map(({ name, days, isHttpOnly: isHttpOnly }) => ({ name, days, isHttpOnly }))
  .sort(compareNames);

/** The sources of a folder without tests. */
function readSources(folder: string): string {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$|\.js$/.test(name) && !name.includes(".test."))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"))
    .join("\n");
}

describe("the cookie page", () => {
  it(
    "lists exactly the cookies of a sign-in, with their lifetime and readers",
    { tags: ["three-cookies"] },
    async () => {
      const { email } = await plain.signUp();
      const answer = await plain.visitor().call("POST", "/api/auth/signin", { email, password: PASSWORD });
      expect(parseCookies(answer).sort(compareNames)).toEqual(published);
    },
  );

  it("also has their names over TLS", async () => {
    const { email } = await plain.signUp();
    const answer = await secured.visitor().call("POST", "/api/auth/signin", { email, password: PASSWORD });
    const expected = published.map((each) => (each.isHttpOnly ? { ...each, name: `__Host-${each.name}` } : each));
    expect(parseCookies(answer).sort(compareNames)).toEqual(expected.sort(compareNames));
  });

  it("is right that visitors get no cookie", { tags: ["no-visitor-cookie"] }, async () => {
    for (const path of ["/api/market/prices", "/api/public/settings", "/api/public/status", "/api/bots"]) {
      expect(parseCookies(await plain.visitor().call("GET", path))).toEqual([]);
    }
  });

  it(
    "is right about the cookies that a sign-out deletes and about the end of a session",
    { tags: ["session-life", "sign-out-cookies"] },
    async () => {
      const { email } = await plain.signUp();
      const client = plain.visitor();
      await client.call("POST", "/api/auth/signin", { email, password: PASSWORD });
      const out = parseCookies(await client.call("POST", "/api/auth/signout"));
      expect(out.map(({ name }) => name).sort()).toEqual(["signed_in", "wazi_session"]);
      expect(SESSION_IDLE_MS).toBe(12 * 3_600_000);
      expect(publishedCookies[0]).toMatchObject({
        name: "wazi_session",
        purpose: expect.stringContaining("12 hours") as string,
      });
    },
  );

  it("includes all cookies that the sources set", () => {
    const server = readSources("apps/server/src");
    const setters = [...server.matchAll(/\.setCookie\(/g)];
    expect(setters).toHaveLength(2);
    const web = readSources("apps/web/src") + readSources("apps/web/public");
    expect(web).not.toMatch(/indexedDB/);
    const keys = [...web.matchAll(/\bSTORAGE_KEY = "([^"]+)"|(?:local|session)Storage\.\w+\("([^"]+)"/g)].map(
      ([, one, other]) => one ?? other,
    );
    expect(new Set(keys)).toEqual(new Set([THEME_STORAGE_KEY, VERIFICATION_STORAGE_KEY, DRAFTS_STORAGE_KEY]));
    // The only cookie that the web app writes is a deletion.
    expect([...web.matchAll(/document\.cookie = "(\w+)=([^;]*);/g)].map(([, name, value]) => [name, value])).toEqual([
      ["signed_in", ""],
    ]);
  });
});
