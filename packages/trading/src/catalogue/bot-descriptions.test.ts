import { expect, it } from "vitest";
import { botCatalogue } from "./bot-catalogue.ts";

it("describes the bots that hold funds, and sell nothing short, as such", () => {
  const holders = botCatalogue.filter(({ isPaidInFull }) => isPaidInFull === true).map(({ name }) => name);
  expect(holders).toHaveLength(4);
  for (const { name, description, holdsBills = false } of botCatalogue) {
    expect(description.startsWith("Holds"), name).toBe(holders.includes(name));
    expect(description.includes("in cash"), name).toBe(holdsBills);
  }
});
