import { describe, expect, it } from "vitest";
import { checkOrder } from "./check-order.ts";
import type { Leaf } from "./figures.ts";

/** 0.01 % a day on a unit price of 1, of which a tenth is the margin. */
const interest = {
  ...{ type: "interest", feed: "replay", record: 0, series: 1, day: "2024-01-02", closeSequence: "0" },
  ...{ gross: "0.000100000000", margin: "0.000010000000", idle: "1.000000000000" },
  ...{ navBefore: "1.000000000000", navAfter: "1.000090000000" },
};
const next = {
  ...{ ...interest, day: "2024-01-03", navBefore: "1.000090000000", idle: "0.500000000000" },
  navAfter: "1.000135000000",
};
const trade = {
  ...{ type: "trade", feed: "replay", series: 1, sequence: "1" },
  ...{ navBefore: "1.000090000000", navAfter: "1.100000000000" },
};
const check = (...changes: object[]) => {
  checkOrder(changes as Leaf[]);
};

describe("the order of trades and interest", () => {
  it("has each continue from the unit price after the one before", () => {
    check(interest, next);
    check(interest, trade, { ...next, closeSequence: "1", navBefore: "1.100000000000", navAfter: "1.100045000000" });
    // A replay that begins again has the same days again.
    check(interest, { ...next, record: 1, day: interest.day });
  });

  it("takes a trade with the change of its unit price, or with the pool's gain as earlier versions logged it", () => {
    const fall = {
      ...trade,
      sequence: "2",
      navBefore: trade.navAfter,
      navAfter: "1.000000000000",
      returnPct: "-9.0910",
    };
    check(interest, { ...trade, returnPct: "9.9901" }, fall);
    check(interest, { ...trade, poolGain: "120.00" }, { ...fall, returnPct: null });
    for (const returnPct of ["9.9902", "9.99", "-9.9901", ""]) {
      expect(() => {
        check(interest, { ...trade, returnPct });
      }).toThrow("trade 1 has another return than its unit prices");
    }
  });

  it.each([
    ["at another rate", { ...interest, navAfter: "1.000100000000" }, "is not what its rate gives"],
    ["on more than there is", { ...interest, idle: "2.000000000000", navAfter: "1.000180000000" }, "is not what"],
    ["with a margin below 0", { ...interest, margin: "-0.000010000000", navAfter: "1.000110000000" }, "is not what"],
    ["below 0", { ...interest, margin: "0.000200000000", navAfter: "0.999900000000" }, "is not what its rate gives"],
    ["after a trade that is not there", { ...interest, closeSequence: "1" }, "does not continue the record"],
    ["from another unit price", { ...interest, navBefore: "1.1", navAfter: "1.10009" }, "does not continue"],
  ])("refuses interest %s", (_what, forged, reason) => {
    expect(() => {
      check(forged);
    }).toThrow(reason);
  });

  it("refuses a day that earned twice, and one that is left out", () => {
    expect(() => {
      check(interest, { ...next, day: interest.day });
    }).toThrow("the interest of 2024-01-02 is there twice");
    expect(() => {
      check(interest, { ...next, day: "2024-01-01" });
    }).toThrow("is there twice");
    expect(() => {
      check(next);
    }).toThrow("does not continue the record");
    expect(() => {
      check(trade);
    }).toThrow("trade 1 does not continue the record");
  });
});
