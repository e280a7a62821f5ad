import { describe, expect, test } from "vitest";
import {
  acceptCurrentFigures,
  findChangedFigures,
  NO_CHANGES,
  findProblems,
  toAdjustment,
  enterFigure,
  type FigureName,
} from "./account-adjustment.ts";

const account = { balance: "1000.00", totalInvested: "250.00", totalProfit: "-3.20" };
const typed = (name: FigureName, text: string) => enterFigure({}, name, text, account);

describe("toAdjustment", () => {
  test("sends only changed figures, with their original values", () => {
    expect(toAdjustment(typed("totalProfit", " 12.5 "), " Goodwill ")).toEqual({
      totalProfit: "12.5",
      reason: "Goodwill",
      expected: { totalProfit: "-3.20" },
    });
  });

  test.each(["1000.00", "1000", "1000.0", " 1000.00 "])("sends nothing for the same amount written as %s", (text) => {
    expect(toAdjustment(typed("balance", text), "")).toEqual({ expected: {} });
  });

  test("keeps the original value during further edits", () => {
    const first = typed("balance", "1");
    const later = enterFigure(first, "balance", "1200", { ...account, balance: "1100.00" });
    expect(toAdjustment(later, "").expected).toEqual({ balance: "1000.00" });
  });
});

test.each([
  [{}, { balance: NO_CHANGES }],
  [typed("balance", "1200"), {}],
  [typed("balance", "-1"), { balance: expect.stringContaining("0 or more") as string }],
  [typed("totalInvested", ""), { totalInvested: expect.stringContaining("must be an amount") as string }],
  [typed("totalProfit", "-1"), {}],
  [typed("totalProfit", "1.234"), { totalProfit: expect.stringContaining("at most two decimals") as string }],
])("finds for %o the problems %o", (figures, problems) => {
  expect(findProblems(toAdjustment(figures, ""))).toEqual(problems);
});

describe("a figure that changes during an edit", () => {
  const now = { ...account, balance: "900.00", totalInvested: "300.00" };

  test("matters only if it was edited", () => {
    expect(findChangedFigures(typed("balance", "1200"), account)).toEqual([]);
    expect(findChangedFigures(typed("balance", "1200"), now)).toEqual(["balance"]);
    expect(findChangedFigures(typed("totalProfit", "5"), now)).toEqual([]);
  });

  test("can be accepted with the input kept", () => {
    const accepted = acceptCurrentFigures(typed("balance", "1200"), now);
    expect(findChangedFigures(accepted, now)).toEqual([]);
    expect(toAdjustment(accepted, "")).toEqual({ balance: "1200", expected: { balance: "900.00" } });
  });

  test("needs no adjustment if it already has the entered value", () => {
    expect(acceptCurrentFigures(typed("balance", "900"), now)).toEqual({});
  });
});
