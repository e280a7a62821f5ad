import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

type Goal = [field: string, sign: "≥" | "≤", limit: number];
const { formatRow, goals, replaceResults } = (await import(
  new URL("../../ops/scripts/bench-all.mjs", import.meta.url).href
)) as {
  formatRow: (result: object, asked: readonly Goal[]) => string;
  goals: Record<string, Goal[]>;
  replaceResults: (document: string, rows: readonly string[], caption: string) => string;
};

const DOCUMENT = `# Performance

<!-- results of bench:all -->

Measured on 2020-01-01: old machine.

| bench | result | floor | ratio | to reach |
|---|---|---|---|---|
| money | 1 transfers/s | 2 | 0.5 | ratio ≥ 0.35: yes |
| read | 7 calls/s | 10 | 0.7 | ratio ≥ 0.7: yes |

<!-- end of results -->

## money
`;

it("says for each goal whether it was reached", () => {
  const result = { name: "money", value: 1234.5, unit: "transfers/s", floor: 3456.7, ratio: 0.3571, p99Ms: 71.26 };
  const asked: Goal[] = [
    ["ratio", "≥", 0.35],
    ["p99Ms", "≤", 60],
    ["missing", "≤", 1],
  ];
  expect(formatRow(result, asked)).toBe(
    "| money | 1,235 transfers/s | 3,457 | 0.357 | ratio ≥ 0.35: yes; p99Ms ≤ 60 (71.3): **no**; missing ≤ 1 (–): **no** |",
  );
});

it("replaces the rows of the benches that ran and keeps the others and the text", () => {
  const row = "| money | 9 transfers/s | 10 | 0.9 | – |";
  const changed = replaceResults(DOCUMENT, [row], "Measured on 2026-11-22: new machine.");
  expect(changed).toContain(row);
  expect(changed).toContain("| read | 7 calls/s | 10 | 0.7 | ratio ≥ 0.7: yes |");
  expect(changed).not.toContain("1 transfers/s");
  expect(changed).not.toContain("old machine");
  expect(changed.startsWith("# Performance\n")).toBe(true);
  expect(changed.endsWith("<!-- end of results -->\n\n## money\n")).toBe(true);
  expect(() => replaceResults("nothing", [], "")).toThrow("lacks");
});

it("knows every bench, and the document has a place for the results", () => {
  const benches = readdirSync(new URL("../../lab/bench", import.meta.url)).filter((file) => file.endsWith(".ts"));
  expect(benches.map((file) => file.slice(0, -".ts".length)).sort()).toEqual(Object.keys(goals).sort());
  const performance = readFileSync(new URL("../../docs/reference/performance.md", import.meta.url), "utf8");
  expect(() => replaceResults(performance, [], "")).not.toThrow();
});
