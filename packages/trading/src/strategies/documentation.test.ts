import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { botCatalogue, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { botStrategies } from "./strategy-list.ts";

const DOCUMENTATION = readFileSync(new URL("../../../../docs/strategies.md", import.meta.url), "utf8");

/** The chapter of docs/strategies.md under a heading. */
function chapter(heading: string): string {
  const [, text] = DOCUMENTATION.split(`\n## ${heading}\n`);
  return text?.split("\n## ")[0] ?? "";
}

/** The rows of a chapter's table, without the heading. */
function tableRows(text: string): string[] {
  const [, ...rows] = text.split("\n").filter((line) => line.startsWith("| "));
  return rows;
}

describe("docs/strategies.md", () => {
  it.each(botStrategies)("has the rule, the source and every parameter of $name", (strategy) => {
    const text = chapter(strategy.family);
    const rows = Object.entries(strategy.parameters).map(([name, { default: value, minimum, maximum, unit }]) => {
      return `| ${name} | ${value} | ${minimum} to ${maximum} | ${unit} |`;
    });
    // Tables below the source are about results.
    const [rule = ""] = text.split(/^Source: /m);
    expect(tableRows(rule)).toEqual(rows);
    expect(text).toContain(`\`${strategy.name}\``);
    expect(text).toMatch(/^Source: /m);
    expect(text).toMatch(/^Does badly: /m);
  });

  it("has the strategy, parameters and size of every bot", () => {
    const rows = botCatalogue.map((bot) => {
      const { instruments, maximumExposure } = buildBotConfig(bot);
      const textOf = (given: object = {}): string =>
        Object.entries(given)
          .map(([name, value]) => `${name} ${value}`)
          .join(", ");
      const risk = 100 * instruments[0]!.riskPerTrade;
      const cells = [bot.name, bot.strategy.name, bot.symbols.join(", "), textOf(bot.parameters) || "the defaults"];
      return `| ${[...cells, `${100 * bot.size.dailyBarRisk} %`, `${risk.toPrecision(2)} %`, `${100 * maximumExposure} %`].join(" | ")} |`;
    });
    expect(tableRows(chapter("The eight bots"))).toEqual(rows);
  });
});
