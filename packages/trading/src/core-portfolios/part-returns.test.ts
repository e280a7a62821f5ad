import { describe, expect, it } from "vitest";
import { makePartTexts } from "./core-fixtures.ts";
import { EARLY_RECORD, runSpan } from "./core-portfolio-list.ts";
import { weighCoreBasket } from "./core-rules.ts";
import { formatMonth, parseMonthlyColumns } from "../evidence/parse-monthly-columns.ts";
import { computePartReturns, PARTS, type PartTexts, selectWindow } from "./part-returns.ts";

const RULES = {
  header: "month,price,paid",
  rules: [
    { name: "price", least: 0, isAbove: true },
    { name: "paid", least: 0, mayEnd: true },
  ],
};
const parse = (...rows: string[]) => parseMonthlyColumns([RULES.header, ...rows].join("\n"), "prices.csv", RULES);

describe("monthly files", () => {
  it("give consecutive months, and a column that ends earlier", () => {
    const { firstMonth, columns } = parse("1999-12-01,10,0", "2000-01-01,11.5,0.2", "2000-02-01,12,");
    expect(formatMonth(firstMonth)).toBe("1999-12");
    expect(columns).toEqual({ price: Float64Array.of(10, 11.5, 12), paid: Float64Array.of(0, 0.2) });
  });

  it.each([
    [["2000-01-01,10,1", "2000-01-01,10,1"], "prices.csv, line 3: 2000-01 is repeated"],
    [["2000-01-01,10,1", "2000-03-01,10,1"], "prices.csv, line 3: 2000-02 is missing before 2000-03"],
    [["2000-01-01,1,1", "2000-02-01,1,1", "1999-12-01,1,1"], "prices.csv, line 4: 1999-12 is out of order"],
    [["2000-01-01,10,1", "2000-02-01,0,1"], "prices.csv, line 3: price 0 is not above 0"],
    [["2000-01-01,10,1", "2000-02-01,,1"], 'prices.csv, line 3: price "" is not a number'],
    [["2000-01-01,10,1", "2000-02-01,1e3,1"], 'prices.csv, line 3: price "1e3" is not a number'],
    [["2000-01-01,10,-1"], "prices.csv, line 2: paid -1 is not at least 0"],
    [["2000-01-01,10,", "2000-02-01,10,1"], "prices.csv, line 3: paid is missing in a month before"],
    [["2000-01-15,10,1"], 'prices.csv, line 2: the month "2000-01-15" is not YYYY-MM-01'],
    [["2000-13-01,10,1"], 'prices.csv, line 2: the month "2000-13-01" is not YYYY-MM-01'],
    [["2000-01-01,10,1", "", "2000-02-01,10,1"], "prices.csv, line 3: 1 cells instead of 3"],
    [["2000-01-01,10"], "prices.csv, line 2: 2 cells instead of 3"],
    [[], "prices.csv, line 1: there are no months"],
  ])("refuse %j", (rows, message) => {
    expect(() => parse(...rows)).toThrow(new Error(message));
  });

  it("refuse another header", () => {
    expect(() => parseMonthlyColumns("month,price\n2000-01-01,1", "prices.csv", RULES)).toThrow(
      "prices.csv, line 1: the header is not month,price,paid",
    );
  });
});

const texts: PartTexts = {
  shares: "month,price,dividend_year,cpi\n2000-01-01,100,3,1\n2000-02-01,110,6,1\n2000-03-01,99,,1\n",
  gold: "month,price\n1971-07-01,40\n1971-08-01,50\n1971-09-01,60\n1971-10-01,45\n",
  bills: "month,annual_rate_percent\n2000-01-01,6\n2000-02-01,0\n",
  bonds: "month,annual_rate_percent\n2000-01-01,8\n2000-02-01,8\n2000-03-01,9\n",
};

describe("the returns of the parts", () => {
  const { parts, dividends, bills } = computePartReturns(texts);

  it("of shares have a twelfth of the year's dividends, and end with them", () => {
    expect(parts.shares.total).toEqual(Float64Array.of(110 / 100 - 1 + 6 / 12 / 100));
    expect(dividends.total).toEqual(Float64Array.of(0.005));
    expect(formatMonth(parts.shares.firstMonth)).toBe("2000-02");
  });

  it("of gold begin in 1971-09", () => {
    expect(formatMonth(parts.gold.firstMonth)).toBe("1971-09");
    expect(Array.from(parts.gold.total)).toEqual([60 / 50 - 1, 45 / 60 - 1]);
  });

  it("of bonds are a sixth of a half-year's yield while yields do not change, and fall when they rise", () => {
    const [same = NaN, higher = NaN] = parts.bonds.total;
    expect(same).toBeCloseTo(1.04 ** (1 / 6) - 1, 12);
    // An annuity of 4 a half-year and 100 at its end, at 4.5 % a half-year, one month on.
    const annuity = 0.04 * ((1 - 1.045 ** -20) / 0.045) + 1.045 ** -20;
    expect(higher).toBeCloseTo(annuity * 1.045 ** (1 / 6) - 1, 12);
  });

  it("of bills are the effective yield of last month's bank-discount rate, not the rate itself", () => {
    expect(formatMonth(bills.firstMonth)).toBe("2000-02");
    const [earned = NaN, none = NaN] = bills.total;
    // 6 % of discount for 91 of 360 days costs 98.4833 and pays 100 after 91 days.
    expect((1 + earned) ** 12).toBeCloseTo((100 / 98.483_333_333_333) ** (365 / 91), 10);
    expect((1 + earned) ** 12 - 1).toBeGreaterThan(0.0632);
    expect(none).toBe(0);
  });
});

describe("a window of months", () => {
  const made = computePartReturns(makePartTexts("window"));

  it("has the same months of all parts", () => {
    const from = 2000 * 12;
    const window = selectWindow(made, { names: PARTS, from, to: from + 4 });
    expect([...window.parts, window.bills, window.dividends].map((each) => each.length)).toEqual([5, 5, 5, 5, 5]);
    const { firstMonth, total } = made.parts.gold;
    expect(window.parts[2]?.[0]).toBe(total[from - firstMonth]);
  });

  it("is refused when a part begins or ends inside it: the parts of a record never change", () => {
    expect(() => selectWindow(made, { names: PARTS, from: 1971 * 12, to: 1980 * 12 })).toThrow(
      "gold: 1971-01 to 1980-01 is needed, 1971-09 to 2022-12 is there",
    );
    expect(() => selectWindow(made, { names: ["shares"], from: 2000 * 12, to: 2023 * 12 })).toThrow(RangeError);
    expect(() => runSpan(weighCoreBasket, made, { ...EARLY_RECORD, names: PARTS })).toThrow("gold: 1953-05 to 1974-12");
  });
});
