import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The rules whose result depends on colours. All others give the same result in every theme. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Checks what the page shows now with axe: by all its rules, or only by those about colours. Returns one line for each broken rule, with the elements that break it.
 * Legacy mode checks in the page itself instead of opening another one for the report, and only violations are reported
 * in detail: together that takes a third of the time. Both leave the rules alone; legacy mode only skips frames of other
 * origins, which no page has.
 */
export async function findViolations(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  if (rules === "colours") axe.withRules(COLOUR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
