import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { botCatalogue, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { botStrategies } from "./strategy-list.ts";

const docs = new URL("../../../../docs/", import.meta.url);
const DOCUMENTATION = readFileSync(new URL("explanation/strategies.md", docs), "utf8");
const readFigures = (name: string): string[] =>
  readFileSync(new URL(`reference/figures/${name}.csv`, docs), "utf8")
    .trimEnd()
    .split("\n");

/** The chapter of docs/explanation/strategies.md under a heading. */
function chapter(heading: string): string {
  const [, text] = DOCUMENTATION.split(`\n## ${heading}\n`);
  return text?.split("\n## ")[0] ?? "";
}

/** A cell of a CSV file. A text with commas is in quotes. */
const toCell = (value: string | number): string => (`${value}`.includes(",") ? `"${value}"` : `${value}`);

describe("docs/explanation/strategies.md", () => {
  it.each(botStrategies)("has the rule, the source and the weaknesses of $name", (strategy) => {
    const text = chapter(strategy.family);
    expect(text).toContain(`\`${strategy.name}\``);
    expect(text).toMatch(/^Source: /m);
    expect(text).toMatch(/^Does badly: /m);
  });
});

describe("docs/reference/figures", () => {
  it("have every parameter of every strategy that was written for bots", () => {
    const rows = botStrategies.flatMap(({ name: strategy, parameters }) =>
      Object.entries(parameters).map(([name, { default: value, minimum, maximum, unit }]) =>
        [strategy, name, value, minimum, maximum, unit].map(toCell).join(","),
      ),
    );
    expect(readFigures("strategy-parameters")).toEqual(["strategy,parameter,default,minimum,maximum,unit", ...rows]);
  });

  /** `npm test -- packages/trading/src/strategies/documentation -u` writes it. */
  it("have the strategy, parameters and size of every bot", async () => {
    const rows = botCatalogue.map((bot) => {
      const { instruments, maximumExposure } = buildBotConfig(bot);
      const textOf = (given: object = {}): string =>
        Object.entries(given)
          .map(([name, value]) => `${name} ${value}`)
          .join(", ");
      const hourlyRisk = (100 * instruments[0]!.riskPerTrade).toPrecision(2);
      const cells = [bot.name, bot.strategy.name, bot.symbols.join(", "), textOf(bot.parameters) || "the defaults"];
      return [...cells, 100 * bot.size.dailyBarRisk, hourlyRisk, 100 * maximumExposure].map(toCell).join(",");
    });
    const heading =
      "bot,strategy,symbols on the simulated feed,own parameters,risk of a trade on daily bars %,on hourly bars %,largest exposure %";
    const text = `${[heading, ...rows].join("\n")}\n`;
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL("reference/figures/bots.csv", docs)));
  });
});
