import { botCatalogue } from "../catalogue/bot-catalogue.ts";
import { isAllocation } from "../bot/bot-config.ts";
import { type CorePortfolio, CORE_RECORD, corePortfolios, EARLY_RECORD } from "./core-portfolio-list.ts";
import { weighEqually } from "./core-rules.ts";
import type { PartName } from "./part-returns.ts";

/** The day before which no such fund could be bought: of an index of shares, SPY, and of gold, GLD. */
const BUYABLE_SINCE: Readonly<Record<Exclude<PartName, "bonds">, string>> = {
  shares: "1993-01-29",
  gold: "2004-11-18",
};

/** The instrument, bought once and held: what such a bot is without its timing. */
const HELD: Readonly<Record<Exclude<PartName, "bonds">, string>> = {
  shares: "shares, held with dividends",
  gold: "gold, held",
};

/**
 * The bots of the catalogue that are judged on monthly prices, with the rules that they trade by. Their record has the years of
 * the core portfolios, so that all of them can be compared.
 */
export const fundBots: readonly CorePortfolio[] = botCatalogue.flatMap((bot): CorePortfolio[] => {
  const { name, judgedOn, strategy, ruleParameters = {} } = bot;
  if (judgedOn === undefined || judgedOn === "bonds" || !isAllocation(strategy)) return [];
  return [
    {
      name,
      rule: strategy.weigh,
      parameters: ruleParameters,
      benchmark: { name: HELD[judgedOn], rule: weighEqually },
      span: { ...CORE_RECORD, names: [judgedOn] },
      // Gold had an official price until 1971.
      early: judgedOn === "shares" ? { ...EARLY_RECORD, names: ["shares"] } : null,
      buyableSince: BUYABLE_SINCE[judgedOn],
    },
  ];
});

/** All that are judged on monthly prices: the core portfolios, and these bots after them. */
export const monthlyRecords: readonly CorePortfolio[] = [...corePortfolios, ...fundBots];
