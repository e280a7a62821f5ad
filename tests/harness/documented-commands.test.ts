import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listDocumentedCommands, trials } from "./documented-commands.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("every command in README, CONTRIBUTING, the tutorial and the guides is tried, or names what it needs", () => {
  expect(listDocumentedCommands().filter((command) => !(command in trials))).toEqual([]);
});

test("no trial is of a command that is not documented", () => {
  const shown = new Set(listDocumentedCommands());
  expect(Object.keys(trials).filter((command) => !shown.has(command))).toEqual([]);
});

test("a file that tries a command has its text", () => {
  for (const [command, trial] of Object.entries(trials)) {
    if ("by" in trial) expect(readFileSync(join(ROOT, trial.by), "utf8"), command).toContain(trial.text);
  }
});
