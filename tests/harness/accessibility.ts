import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const require = createRequire(import.meta.url);
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** The rules whose result depends on colours. All others give the same result in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Details are made for violations only, and only their rules and elements leave the page. */
const RESULTS = { resultTypes: ["violations"] };
const OPTIONS = { all: RESULTS, colours: { ...RESULTS, runOnly: { type: "rule", values: COLOUR_RULES } } };

/**
 * Checks what the page shows now with axe: by all its rules, or only by those about colours. Returns one line for each
 * broken rule, with the elements that break it. A document gets axe once, because the browser compiles each copy again.
 */
export async function findViolations(page: Page, rules: keyof typeof OPTIONS = "all"): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>("'axe' in window"))) await frame.evaluate(`${AXE};0`);
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(OPTIONS[rules])}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))`);
}
