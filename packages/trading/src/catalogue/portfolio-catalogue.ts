import { corePortfolios } from "../core-portfolios/core-portfolio-list.ts";
import { explainCoreBasket, explainCoreBasketWithTrend, RULE_MONTHS } from "../core-portfolios/core-rules.ts";
import type { ExplainRule } from "../strategies/allocation-strategy.ts";
import { fundSymbols } from "../simulation/simulated-symbols.ts";
import type { Interval } from "../candle.ts";
import { botCatalogue, type BotDefinition, type PortfolioDefinition, wholeNav } from "./bot-catalogue.ts";
import { scheduleBars } from "./decision-schedule.ts";

interface PortfolioTexts {
  readonly strategy: string;
  /** The closed months that the rule needs. */
  readonly months: number;
  readonly holdsBills: boolean;
  readonly description: string;
  readonly explain?: ExplainRule;
}

const texts: Readonly<Record<string, PortfolioTexts>> = {
  "Core Basket": {
    strategy: "core-basket",
    months: RULE_MONTHS,
    holdsBills: false,
    explain: explainCoreBasket,
    description:
      "Holds three funds: shares, bonds and gold. Once a month it gives less money to the fund that moved more in three years.",
  },
  "Core Basket with Trend": {
    strategy: "core-basket-with-trend",
    months: RULE_MONTHS,
    holdsBills: true,
    explain: explainCoreBasketWithTrend,
    description:
      "Holds shares, bonds and gold as the Core Basket does, but only the funds that earned more than Treasury bills in twelve months. The rest stays in cash.",
  },
  Bills: {
    strategy: "bills",
    months: 0,
    holdsBills: true,
    description:
      "Buys no fund. Its money stays in cash and earns the interest of Treasury bills where the operator pays it.",
  },
};

/** The three core portfolios, with the rules of their records (`corePortfolios`). They are open to everyone, also without a package. */
export const portfolioCatalogue: readonly PortfolioDefinition[] = corePortfolios.map(({ name, rule, parameters }) => {
  const known = texts[name];
  if (known === undefined) throw new Error(`${name} has no texts`);
  const { strategy, months, holdsBills, description, explain } = known;
  return {
    name,
    market: "portfolio",
    family: "Core-Portfolio",
    description,
    symbols: fundSymbols,
    strategy: { name: strategy, description, parameters: {}, months, weigh: rule, ...(explain && { explain }) },
    parameters: {},
    ruleParameters: parameters,
    decides: "month-end",
    size: wholeNav,
    holdsBills,
  };
});

/** The eight bots, and the core portfolios after them. */
export const allBots: readonly BotDefinition[] = [...botCatalogue, ...portfolioCatalogue];

/** @throws RangeError for a name that is not in the catalogue */
export function getBot(name: string): BotDefinition {
  const bot = allBots.find((each) => each.name === name);
  if (bot === undefined) throw new RangeError(`${name} is not in the catalogue`);
  return bot;
}

/** The symbols of the bots that decide once a month: they need daily prices from before a feed's own bars. */
export const monthSymbols: ReadonlySet<string> = new Set(
  allBots.flatMap(({ decides, symbols }) => (decides === "month-end" ? symbols : [])),
);

/** True for a bot whose money may be in Treasury bills. */
export function holdsBills(botName: string): boolean {
  return allBots.find(({ name }) => name === botName)?.holdsBills === true;
}

/** True for a bot that needs no instrument, because all its money is always in Treasury bills. */
export function holdsOnlyBills(botName: string): boolean {
  const portfolio = portfolioCatalogue.find(({ name }) => name === botName);
  return portfolio !== undefined && portfolio.holdsBills && portfolio.strategy.months === 0;
}

/**
 * The bars of a bot's record: the shortest on which it decides, a month for one that decides at its end.
 * @throws RangeError for a name that is not in the catalogue
 */
export function findDecisionInterval(name: string): Interval | "1mo" {
  return scheduleBars[getBot(name).decides].record;
}
