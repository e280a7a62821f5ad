import { describe, expect, it } from "vitest";
import { findRuleDifferences, ruleCases } from "./rule-cases.ts";
import { runBacktest } from "./run-backtest.ts";
import { summarizeBacktest } from "./statistics.ts";
import { backtestStrategies } from "./strategies/strategy-list.ts";

describe("backtest rules calculated by hand", () => {
  it.each(ruleCases)("$rule", (ruleCase) => {
    expect(findRuleDifferences({ runBacktest, summarizeBacktest, backtestStrategies }, ruleCase)).toEqual([]);
  });
});
