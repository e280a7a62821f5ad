import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { knownAuditActions } from "../../apps/web/src/office/audit/audit-labels.ts";

const SERVER = fileURLToPath(new URL("../../apps/server/src", import.meta.url));
const NOUNS = [...new Set(knownAuditActions.map((action) => action.split(".")[0]))].join("|");

/** Whatever looks like an action of the audit log in the server's sources: "user.adjust". */
function writtenActions(): string[] {
  const sources = readdirSync(SERVER, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(SERVER, name), "utf8"));
  const pattern = new RegExp(`"((?:${NOUNS})\\.[a-z]+(?:-[a-z]+)*)"`, "g");
  return [...new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, action]) => action ?? "")))];
}

it("there are words for every action that the server writes into the audit log", () => {
  const written = writtenActions();
  expect(written.length).toBeGreaterThan(25);
  expect(
    written.filter((action) => !knownAuditActions.includes(action)),
    "apps/web/src/office/audit/audit-labels.ts lacks labels for these",
  ).toEqual([]);
});
