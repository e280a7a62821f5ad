import type { PlantedFault } from "./planted-fault.ts";

const FOLDER = "packages/trading/src/core-portfolios";
const EVIDENCE = "packages/trading/src/evidence";
const ruleTests = [`${FOLDER}/core-rules.test.ts`];
const returnTests = [`${FOLDER}/part-returns.test.ts`];
const keepTests = [`${FOLDER}/keeps.test.ts`];

/** Mistakes that make the record of a portfolio better than it was. */
export const recordFaults: readonly PlantedFault[] = [
  {
    id: "newest-month-is-in-the-weights",
    kind: "record",
    file: `${FOLDER}/core-rules.ts`,
    text: "const SKIPPED_MONTHS = 1;",
    replacement: "const SKIPPED_MONTHS = 0;",
    tests: ruleTests,
  },
  {
    id: "discount-rate-is-taken-as-the-yield",
    kind: "record",
    file: "packages/trading/src/evidence/evidence-days.ts",
    text: "=> computeBillReturn(ratePct, MONTH_DAYS);",
    replacement: "=> (1 + ratePct / 100) ** (1 / 12) - 1;",
    tests: returnTests,
  },
  {
    id: "bought-shares-earn-bills-too",
    kind: "record",
    file: "packages/trading/src/evidence/evidence-days.ts",
    text: "const idle = 1 - (invested.get(before) ?? 0);",
    replacement: "const idle = 1;",
    tests: ["packages/trading/src/evidence/evidence-days.test.ts"],
  },
  {
    id: "parts-change-on-the-way",
    kind: "record",
    file: `${FOLDER}/part-returns.ts`,
    text: "if (from < firstMonth || to > last) {",
    replacement: "if (to < firstMonth || from > last) {",
    tests: returnTests,
  },
  {
    id: "rebalancing-is-free",
    kind: "record",
    file: `${FOLDER}/run-core-rule.ts`,
    text: "traded += change;",
    replacement: "traded += now === start ? weight : 0;",
    tests: ruleTests,
  },
  {
    id: "moment-of-a-replay-has-no-end",
    kind: "record",
    file: "apps/server/src/trader/feeds/replay-feed.ts",
    text: "...toBarEvents(bars), ...endMoments(loaded, bars)",
    replacement: "...toBarEvents(bars)",
    tests: ["apps/server/src/trader/loop/live-and-evidence.test.ts"],
  },
  {
    id: "decision-is-on-another-bar-length",
    kind: "record",
    file: "packages/trading/src/catalogue/decision-schedule.ts",
    text: "return intervalMs[interval] <= intervalMs[scheduleBars[decides].interval];",
    replacement: 'return intervalMs[interval] <= intervalMs["1d"] || decides === "month-end";',
    tests: [`${EVIDENCE}/run-whole.test.ts`],
  },
  {
    id: "trial-is-not-counted",
    kind: "record",
    file: "lab/commands/evidence/trials.ts",
    text: "if (!trials.some((each) => isSameRule(each, registered))) {",
    replacement: "if (trials.length === 0) {",
    tests: ["lab/commands/evidence/trials.test.ts"],
  },
  {
    id: "verdict-is-that-of-a-lone-run",
    kind: "record",
    file: `${EVIDENCE}/whole-bot.ts`,
    text: "const runs = runWhole(bot, series, rates);",
    replacement: "const runs = runWhole(bot, series.slice(0, 1), rates);",
    tests: [`${EVIDENCE}/run-whole.test.ts`],
  },
  {
    id: "verdicts-are-not-corrected-for-their-number",
    kind: "record",
    file: `${EVIDENCE}/verdicts.ts`,
    text: "Math.min(1, each * (counted.length - rank))",
    replacement: "Math.min(1, each * Math.max(1, -rank))",
    tests: [`${EVIDENCE}/verdicts.test.ts`],
  },
  {
    id: "profit-share-is-forgotten",
    kind: "sign or share",
    file: `${FOLDER}/keeps.ts`,
    text: "if (shared <= 0n) return worth;",
    replacement: "if (shared <= worth) return worth;",
    tests: keepTests,
  },
  {
    id: "profit-share-is-taken-on-interest",
    kind: "sign or share",
    file: `${FOLDER}/keeps.ts`,
    text: "const tradingGain = subtract(gain, valueUp(held, toNav(interest)));",
    replacement: "const tradingGain = interest < 0 ? ZERO_CENTS : gain;",
    tests: keepTests,
  },
];
