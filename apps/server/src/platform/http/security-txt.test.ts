import { DAY_MS } from "@wazi/contracts";
import { afterEach, expect, test } from "vitest";
import { alwaysHealthy } from "../../../../../tests/harness/always-healthy.ts";
import { openPool } from "../db/pool.ts";
import { buildApp } from "../../start/build-app.ts";

const apps: ReturnType<typeof buildApp>[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

async function read(settings: { securityContact?: string; publicOrigin?: string }) {
  const app = buildApp({
    settings: { logLevel: "silent", trustProxy: undefined, publicOrigin: undefined, rateLimitScale: 0, ...settings },
    sessions: { sql: openPool("postgres://127.0.0.1:1/none"), now: () => new Date() },
    health: alwaysHealthy,
  });
  apps.push(app);
  const answer = await app.inject({ method: "GET", url: "/.well-known/security.txt", headers: { host: "wazi.test" } });
  const fields = new Map(answer.body.split("\n").map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]));
  return { answer, fields };
}

test("security.txt names a contact and never expires while the service runs", { tags: ["S66"] }, async () => {
  const { answer, fields } = await read({});
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(fields.get("Contact")).toBe("http://wazi.test/security");
  const days = (Date.parse(fields.get("Expires")!) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(100);
  expect(days).toBeLessThan(365);
  expect(fields.has("Canonical")).toBe(false);
});

test("security.txt has the operator's contact and the public address", async () => {
  const { fields } = await read({ securityContact: "mailto:safe@wazi.example", publicOrigin: "https://wazi.example" });
  expect(fields.get("Contact")).toBe("mailto:safe@wazi.example");
  expect(fields.get("Canonical")).toBe("https://wazi.example/.well-known/security.txt");
});
