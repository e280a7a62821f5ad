import { describe, expect, it } from "vitest";
import { botCatalogue } from "../catalogue/bot-catalogue.ts";
import { portfolioCatalogue } from "../catalogue/portfolio-catalogue.ts";
import { corePortfolios } from "../core-portfolios/core-portfolio-list.ts";
import { describeRule, isOutOfSample } from "./registration.ts";

describe("isOutOfSample", () => {
  const opens = Date.UTC(2026, 0, 1);

  it("needs a registration before the window opens, and results after it", () => {
    expect(isOutOfSample({ registeredAt: opens - 1, windowOpens: opens }, opens)).toBe(true);
    expect(isOutOfSample({ registeredAt: opens, windowOpens: opens }, opens + 1)).toBe(true);
  });

  it("refuses a registration made after the window has opened", () => {
    expect(isOutOfSample({ registeredAt: opens + 1, windowOpens: opens }, opens + 2)).toBe(false);
  });

  it("refuses results from before the window", () => {
    expect(isOutOfSample({ registeredAt: opens - 1, windowOpens: opens }, opens - 1)).toBe(false);
  });
});

describe("describeRule", () => {
  it("names every parameter of every core portfolio, which decides once a month", () => {
    expect(portfolioCatalogue.map((bot) => describeRule(bot))).toEqual(
      corePortfolios.map(({ parameters }, index) => ({
        rule: portfolioCatalogue[index]!.strategy.name,
        parameters,
        decisionInterval: "1mo",
        size: portfolioCatalogue[index]!.size,
      })),
    );
  });

  it("names every parameter of every bot", () => {
    for (const bot of botCatalogue) {
      const { rule, parameters, size } = describeRule(bot);
      const names = Object.keys(bot.ruleParameters ?? bot.strategy.parameters);
      expect(rule).toBe(bot.strategy.name);
      expect(Object.keys(parameters).sort()).toEqual(names.sort());
      expect(size).toEqual(bot.size);
    }
  });
});
