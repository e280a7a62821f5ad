import { readFileSync } from "node:fs";
import { join } from "node:path";
import { insiderFaults } from "./insider-faults.ts";
import { dataFaults } from "./data-faults.ts";
import { ledgerFaults } from "./ledger-faults.ts";
import { moneyRuleFaults } from "./money-rule-faults.ts";
import type { PlantedFault } from "./planted-fault.ts";
import { recordFaults } from "./record-faults.ts";
import { ruleFaults } from "./rule-faults.ts";

export const allFaults: readonly PlantedFault[] = [
  ...moneyRuleFaults,
  ...ledgerFaults,
  ...ruleFaults,
  ...recordFaults,
  ...dataFaults,
  ...insiderFaults,
];

/**
 * Returns the file with the fault in it.
 * @throws Error when the text is not in the file exactly once: the source has changed, and the fault must follow it
 */
export function plant(root: string, { id, file, text, replacement }: PlantedFault): string {
  const source = readFileSync(join(root, file), "utf8");
  const count = source.split(text).length - 1;
  if (count !== 1) throw new Error(`${id}: its text is ${count} times in ${file}, and must be there once`);
  return source.replace(text, () => replacement);
}
