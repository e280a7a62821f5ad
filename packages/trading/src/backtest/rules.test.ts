import { describe, expect, it } from "vitest";
import { findRuleDifferences, ruleCases } from "./rule-cases.ts";
import { runBacktest } from "./run-backtest.ts";
import { summarizeBacktest } from "./summarize-backtest.ts";
import { strategies } from "../strategies/strategy-list.ts";

describe("backtest rules calculated by hand", () => {
  it.each(ruleCases)("$rule", (ruleCase) => {
    expect(findRuleDifferences({ runBacktest, summarizeBacktest, strategies }, ruleCase)).toEqual([]);
  });
});
