import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { byDepth } from "./test-depth.ts";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** In CI without the further rows of a table, which are like its first ones and take most of the time. */
const CONTEXT = byDepth({ ci: `{ exclude: [["tbody > tr:nth-child(n+4)"]] }`, long: "document" });
/** Details are made for violations only, and only their rules and elements leave the page. */
const OPTIONS = { resultTypes: ["violations"] };

/**
 * Checks what the page shows now with axe. Returns one line for each broken rule, with the elements that break it. A document
 * gets axe once, because the browser compiles each copy again.
 */
export async function findViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(`${AXE};0`);
  return page.evaluate<string[]>(`axe.run(${CONTEXT}, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
