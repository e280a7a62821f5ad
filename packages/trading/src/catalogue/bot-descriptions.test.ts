import { expect, it } from "vitest";
import { botCatalogue } from "./bot-catalogue.ts";

it("describes the bots that hold above an average, and sell nothing short, as such", () => {
  const holders = botCatalogue.filter(({ strategy }) => strategy.name === "trend-filter").map(({ name }) => name);
  expect(holders.length).toBeGreaterThan(0);
  for (const { name, description } of botCatalogue) {
    if (holders.includes(name)) expect(description).toMatch(/^Holds .* above its long average and stays out below it/);
    else expect(description).not.toMatch(/^Holds/);
  }
});
