import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { botCatalogue } from "../catalogue/bot-catalogue.ts";
import { makePartTexts, readPartTexts } from "./core-fixtures.ts";
import { runSpan } from "./core-portfolio-list.ts";
import { fundBots } from "./fund-records.ts";
import { measureCorePortfolio } from "./measure-core-portfolio.ts";
import { computePartReturns } from "./part-returns.ts";

const folder = new URL("../../../../../shared/market-data/long/", import.meta.url);
const isThere = existsSync(new URL("monthly_sp500.csv", folder));
if (!isThere) console.warn("skipped: no monthly prices under ../shared/market-data/long");

describe("bots that are judged on monthly prices", () => {
  it("are those that say so, each by the rule that it trades by", () => {
    expect(fundBots.map(({ name, span }) => [name, ...span.names])).toEqual([
      ["Stock-Titan-05", "shares"],
      ["Index-Pro-04", "shares"],
      ["Gold-Trader-02", "gold"],
      ["Stock-Dividend-08", "shares"],
    ]);
    for (const { name, rule } of fundBots) {
      expect(botCatalogue.find((bot) => bot.name === name)?.strategy).toMatchObject({ weigh: rule });
    }
  });

  it("decide the same whatever comes after the newest month that they use", () => {
    const made = computePartReturns(makePartTexts("scramble"));
    const month = 2001 * 12;
    const scrambled = computePartReturns(makePartTexts("scramble", month));
    for (const { rule, span } of fundBots) {
      const [own = [], other = []] = [made, scrambled].map((each) => [...(runSpan(rule, each, span).weights[0] ?? [])]);
      // The weights of month t are decided with months up to t − 2.
      const known = month + 2 - span.from + 1;
      expect(other.slice(0, known)).toEqual(own.slice(0, known));
    }
  });
});

describe.skipIf(!isThere)("their records on real months", () => {
  const round = (value: number) => value.toFixed(1).replace("-", "−");

  it("are those of docs/explanation/strategies.md", () => {
    const text = readFileSync(new URL("../../../../docs/explanation/strategies.md", import.meta.url), "utf8");
    const returns = computePartReturns(readPartTexts((name) => readFileSync(new URL(name, folder), "utf8")));
    for (const bot of fundBots) {
      const { name, excess, comparison, worstFall, yearsBelowBills, early } = measureCorePortfolio(bot, returns);
      const cells = [round(excess.value), round(comparison!.difference), `${round(worstFall!.pct)} %`];
      expect(text).toMatch(new RegExp(`\\| ${name} +\\| ${cells.join(" +\\| ")} +\\| ${yearsBelowBills} of 48 +\\|`));
      if (early !== null)
        expect(text.replace(/\s+/g, " ")).toMatch(new RegExp(`${name} (earned )?${round(early.excess.value)}`));
    }
  });
});
