import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STATEMENTS = 66;
const PAGE = readFileSync(join(ROOT, "docs/explanation/security.md"), "utf8");
const SECTION = PAGE.split("<!-- statements")[1]?.split("<!-- /statements -->")[0] ?? "";

type State = "held" | "does not apply" | "open";
interface Statement {
  number: string;
  state: State;
  files: string[];
}

/** Reads a line of the list: number, statement, and test files or a reason. */
function readLine(line: string): Statement {
  const [, number = "", end = ""] =
    /^- \*\*(S\d\d)\*\* .+: (does not apply, .{10,}|open(?:, .+)?|`[^`]+`(?: `[^`]+`)*)$/.exec(line) ?? [];
  if (number === "") throw new Error(line);
  const files = [...end.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? "");
  return { number, state: files.length > 0 ? "held" : end.startsWith("open") ? "open" : "does not apply", files };
}

const statements = SECTION.split("\n")
  .filter((line) => line.startsWith("- "))
  .map(readLine);

/** The statements that a test file names: a test's name may begin with several numbers. */
function numbersIn(file: string): Set<string> {
  const titles = readFileSync(join(ROOT, file), "utf8").matchAll(/["'`]((?:S\d\d )+)/g);
  return new Set([...titles].flatMap(([, numbers = ""]) => numbers.trim().split(" ")));
}

describe("docs/explanation/security.md", () => {
  it("has all statements in order", () => {
    const expected = Array.from({ length: STATEMENTS }, (_, index) => `S${String(index + 1).padStart(2, "0")}`);
    expect(statements.map(({ number }) => number)).toEqual(expected);
  });

  it("names test files that have a test with the number of the statement", () => {
    for (const { number, state, files } of statements) {
      if (state !== "held") continue;
      for (const file of files) expect([...numbersIn(file)], `${file} has no test named ${number}`).toContain(number);
    }
  });

  it("counts its statements rightly", () => {
    const count = (wanted: State): number => statements.filter(({ state }) => state === wanted).length;
    const line = `Held: ${count("held")}. Does not apply: ${count("does not apply")}. Open: ${count("open")}.`;
    expect(SECTION).toContain(line);
  });
});
