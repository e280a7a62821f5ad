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
  it.each(botCatalogue)("has the rule, the source and the weaknesses of $name", ({ name, family, strategy }) => {
    const text = chapter(family);
    expect(text).toContain(name);
    expect(text).toContain(`\`${strategy.name}\``);
    expect(text).toMatch(/^Source: /m);
    expect(text).toMatch(/^Does badly: /m);
  });

  it("names the rules that are for backtests only", () => {
    const used = botCatalogue.map(({ strategy }) => strategy.name);
    const others = botStrategies.filter(({ name }) => !used.includes(name));
    for (const { name } of others) expect(chapter("Rules for backtests only")).toContain(`\`${name}\``);
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
      const { instruments, maximumExposure, parameters } = buildBotConfig(bot);
      const isByMonths = bot.decides === "month-end";
      const textOf = (given: object = {}): string =>
        Object.entries(given)
          .map(([name, value]) => `${name} ${value}`)
          .join(", ");
      const risk = isByMonths ? "" : (100 * instruments[0]!.riskPerTrade).toPrecision(2);
      const own = textOf(bot.ruleParameters ?? parameters);
      const cells = [bot.name, bot.strategy.name, bot.symbols.join(", "), bot.decides, own];
      return [...cells, risk, 100 * maximumExposure].map(toCell).join(",");
    });
    const heading =
      "bot,strategy,symbols on the simulated feed,decides,parameters (lengths in hours or months),risk of a trade %,largest exposure %";
    const text = `${[heading, ...rows].join("\n")}\n`;
    await expect(text).toMatchFileSnapshot(fileURLToPath(new URL("reference/figures/bots.csv", docs)));
  });
});
