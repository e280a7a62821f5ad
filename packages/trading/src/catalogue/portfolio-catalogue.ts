import { corePortfolios } from "../core-portfolios/core-portfolio-list.ts";
import { RULE_MONTHS } from "../core-portfolios/core-rules.ts";
import { fundSymbols } from "../simulation/simulated-symbols.ts";
import type { BotSize, PortfolioDefinition } from "./bot-catalogue.ts";

/** Weights of the whole nav, without leverage and without stops. */
const wholeNav: BotSize = { dailyBarRisk: 1, heldFor: "hours", maximumExposure: 1 };

interface PortfolioTexts {
  readonly strategy: string;
  /** The closed months that the rule needs. */
  readonly months: number;
  readonly description: string;
}

const texts: Readonly<Record<string, PortfolioTexts>> = {
  "Core Basket": {
    strategy: "core-basket",
    months: RULE_MONTHS,
    description:
      "Holds three funds: shares, bonds and gold. Once a month it gives less money to the fund that moved more in three years.",
  },
  "Core Basket with Trend": {
    strategy: "core-basket-with-trend",
    months: RULE_MONTHS,
    description:
      "Holds shares, bonds and gold as the Core Basket does, but only the funds that earned more than Treasury bills in twelve months. The rest stays in cash.",
  },
  Bills: {
    strategy: "bills",
    months: 0,
    description:
      "Buys no fund. Its money stays in cash and earns the interest of Treasury bills where the operator pays it.",
  },
};

/** The three core portfolios, with the rules of their records (`corePortfolios`). They are open to everyone, also without a package. */
export const portfolioCatalogue: readonly PortfolioDefinition[] = corePortfolios.map(({ name, rule }) => {
  const known = texts[name];
  if (known === undefined) throw new Error(`${name} has no texts`);
  const { strategy, months, description } = known;
  return {
    name,
    market: "portfolio",
    family: "Core-Portfolio",
    description,
    symbols: fundSymbols,
    strategy: { name: strategy, description, parameters: {}, months, weigh: rule },
    parameters: {},
    size: wholeNav,
  };
});
