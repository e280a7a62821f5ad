import { expect, it } from "vitest";
import { matchesSearch } from "../pages/help-answers.tsx";

const texts = ["Stop-loss", "A loss at which your position closes without a click from you."];

it.each([
  ["", true],
  ["  ", true],
  ["stop", true],
  ["POSITION loss", true],
  ["stöp", true],
  ["deposit", false],
  ["loss deposit", false],
])("finds %j: %s", (search, found) => {
  expect(matchesSearch(search, texts)).toBe(found);
});
