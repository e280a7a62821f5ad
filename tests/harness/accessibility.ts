import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/**
 * Checks what the page shows now with axe. Returns one line for each broken rule, with the elements that break it.
 * Legacy mode checks in the page itself instead of opening another one for the report, and only violations are reported
 * in detail: together that takes a third of the time. Both leave the rules alone; legacy mode only skips frames of other
 * origins, which no page has.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
