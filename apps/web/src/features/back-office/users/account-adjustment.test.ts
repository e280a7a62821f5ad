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

describe("what is sent", () => {
  test("is what was changed alone, with what it was", () => {
    expect(toAdjustment(typed("totalProfit", " 12.5 "), " Goodwill ")).toEqual({
      totalProfit: "12.5",
      reason: "Goodwill",
      expected: { totalProfit: "-3.20" },
    });
  });

  test.each(["1000.00", "1000", "1000.0", " 1000.00 "])("is nothing for the same amount written as %s", (text) => {
    expect(toAdjustment(typed("balance", text), "")).toEqual({ expected: {} });
  });

  test("keeps what a figure was when it was typed over, however it is typed on", () => {
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
])("%o has the problems %o", (figures, problems) => {
  expect(findProblems(toAdjustment(figures, ""))).toEqual(problems);
});

describe("a figure that moves meanwhile", () => {
  const now = { ...account, balance: "900.00", totalInvested: "300.00" };

  test("matters where it was typed over, and only there", () => {
    expect(findChangedFigures(typed("balance", "1200"), account)).toEqual([]);
    expect(findChangedFigures(typed("balance", "1200"), now)).toEqual(["balance"]);
    expect(findChangedFigures(typed("totalProfit", "5"), now)).toEqual([]);
  });

  test("is gone on from with what was typed", () => {
    const accepted = acceptCurrentFigures(typed("balance", "1200"), now);
    expect(findChangedFigures(accepted, now)).toEqual([]);
    expect(toAdjustment(accepted, "")).toEqual({ balance: "1200", expected: { balance: "900.00" } });
  });

  test("needs no change where it has become what was typed", () => {
    expect(acceptCurrentFigures(typed("balance", "900"), now)).toEqual({});
  });
});
