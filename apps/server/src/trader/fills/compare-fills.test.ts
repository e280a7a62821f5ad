import { formatScaled, type Side, toScaled, tradingCosts } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { compareFills, computeDifference, type RecordedTrade } from "./compare-fills.ts";
import { type SharedOrder, shareOrders, shareOut } from "./share-orders.ts";

const BTC = "BTC/USD";
const at = (second: number): Date => new Date(Date.UTC(2026, 10, 29, 12, 0, second));

/** An order `+5` or `-5` at a second, for trades with these quantities. */
function order(
  second: number,
  amount: string,
  trades: Readonly<Record<string, string>>,
  change: Partial<SharedOrder> = {},
): SharedOrder {
  const [side, quantity]: [Side, string] = amount.startsWith("-") ? ["sell", amount.slice(1)] : ["buy", amount];
  const isFilled = change.status === undefined || change.status === "filled";
  return {
    clientOrderId: `order-${second}`,
    symbol: BTC,
    side,
    status: "filled",
    quantity,
    filledQuantity: isFilled ? quantity : "0",
    fillPrice: isFilled ? "100" : null,
    fee: isFilled ? "1" : null,
    modelPrice: "100",
    plannedAt: at(second),
    settledAt: at(second),
    // A trade `a1` is of the bot `a`.
    decision: Object.entries(trades).map(([opening, held]) => ({ bot: opening.slice(0, 1), opening, quantity: held })),
    ...change,
  };
}

function trade(opening: string, change: Partial<RecordedTrade> = {}): RecordedTrade {
  return {
    opening,
    symbol: BTC,
    side: "buy",
    entryPrice: "101",
    openedAt: at(0),
    quantity: toScaled("5"),
    movedBefore: 0n,
    exits: [],
    ...change,
  };
}

const exit = (second: number, price: string, quantity: string) => ({
  at: at(second),
  price,
  quantity: toScaled(quantity),
});

/** The lines of bot `a` in few words. */
function compare(orders: readonly SharedOrder[], trades: readonly RecordedTrade[], isCut = false): string[] {
  const { shares, unmatched } = shareOrders(orders, isCut);
  const own = shares.filter(({ bot }) => bot === "a");
  const costs = { ...tradingCosts.crypto, halfSpread: 0.01, slippage: 0 };
  const since = new Map([[BTC, orders[0]?.plannedAt ?? at(0)]]);
  const lines = compareFills({ shares: own, unmatched, trades, costs: new Map([[BTC, costs]]), since });
  return lines.map(({ side, cause, status, quantity, recordedQuantity, recordedPrice, difference, isShared }) => {
    const of = recordedQuantity === null ? "" : `/${Number(formatScaled(recordedQuantity))}`;
    const price = recordedPrice === null ? "" : ` at ${Number(recordedPrice)}`;
    const better = difference === null ? "" : ` = ${Number(formatScaled(difference))}`;
    return `${status} ${cause}: ${side} ${Number(formatScaled(quantity))}${of}${price}${better}${isShared ? " shared" : ""}`;
  });
}

describe("the difference of a fill", () => {
  const difference = (side: Side, recordedPrice: string, brokerPrice: string, quantity: string, symbol = BTC) =>
    formatScaled(
      computeDifference({ symbol, side, recordedPrice, brokerPrice, quantity: toScaled(quantity) }) ?? -999n,
    );

  it("is above 0 when the broker bought for less or sold for more", () => {
    expect(difference("buy", "101", "100", "2")).toBe("2.000000000000");
    expect(difference("buy", "100", "101", "2")).toBe("-2.000000000000");
    expect(difference("sell", "100", "101", "2")).toBe("2.000000000000");
    expect(difference("sell", "101", "100", "2")).toBe("-2.000000000000");
  });

  it("is rounded down to a hundredth of a cent", () => {
    expect(difference("buy", "100.00019", "100", "1")).toBe("0.000100000000");
    expect(difference("sell", "100.00011", "100", "1")).toBe("-0.000200000000");
    expect(difference("buy", "100", "100", "1")).toBe("0.000000000000");
  });

  it("is in dollars for a pair that is quoted in another currency", () => {
    expect(difference("buy", "151", "150", "300", "USD/JPY")).toBe("2.000000000000");
  });
});

describe("the fills of a bot", () => {
  it("are beside the opening and the close of its trade", () => {
    const orders = [order(1, "5", { a1: "5" }), order(9, "-5", {}, { fillPrice: "110" })];
    expect(compare(orders, [trade("a1", { exits: [exit(8, "111", "5")] })])).toEqual([
      "filled opened: buy 5/5 at 101 = 5",
      "filled closed: sell 5/5 at 111 = -5",
    ]);
  });

  it("of a trade that was sold short have the opposite sides", () => {
    const orders = [order(1, "-5", { a1: "-5" }), order(9, "5", {}, { fillPrice: "90" })];
    const short = trade("a1", { side: "sell", entryPrice: "99", exits: [exit(8, "91", "5")] });
    expect(compare(orders, [short])).toEqual(["filled opened: sell 5/5 at 99 = 5", "filled closed: buy 5/5 at 91 = 5"]);
  });

  it("are its part by quantity of an order for several bots", () => {
    expect(compare([order(1, "8", { a1: "2", b1: "6" })], [trade("a1")])).toEqual([
      "filled opened: buy 2/2 at 101 = 2 shared",
    ]);
  });

  it("leave out what another bot needed in the opposite direction", () => {
    expect(compare([order(1, "2", { a1: "5", b1: "-3" })], [trade("a1")])).toEqual([
      "offset opened: buy 3/5 at 101",
      "filled opened: buy 2/5 at 101 = 2",
    ]);
    const short = trade("a1", { side: "sell" });
    expect(compare([order(1, "2", { b1: "5", a1: "-3" })], [short])).toEqual(["offset opened: sell 3/3 at 101"]);
  });

  it("are in whole lots, and the rest is not carried to an order of another bot", () => {
    const orders = [order(1, "7", { a1: "7.8" }), order(2, "5", { a1: "7.8", b1: "5" })];
    expect(compare(orders, [trade("a1")])).toEqual(["filled opened: buy 7/7.8 at 101 = 7"]);
  });

  it("of an order that was filled in part are followed by the rest", () => {
    const orders = [
      order(1, "4", { a1: "4" }, { filledQuantity: "1" }),
      order(2, "3", { a1: "4" }, { fillPrice: "102" }),
    ];
    expect(compare(orders, [trade("a1")])).toEqual([
      "filled opened: buy 1/4 at 101 = 1",
      "filled opened: buy 3/4 at 101 = -3",
    ]);
  });

  it.each([
    ["planned", "waiting"],
    ["sent", "waiting"],
    ["open", "waiting"],
    ["unknown", "unknown"],
    ["rejected", "refused"],
    ["absent", "lost"],
  ] as const)("say of an order that is %s that it is %s, and compare the next one", (status, shown) => {
    const orders = [order(1, "4", { a1: "4" }, { status }), order(2, "4", { a1: "4" })];
    expect(compare(orders, [trade("a1")])).toEqual([
      `${shown} opened: buy 4/4 at 101`,
      "filled opened: buy 4/4 at 101 = 4",
    ]);
  });

  it("for money that comes in or goes out have the model's price of that moment", () => {
    const orders = [
      order(1, "4", { a1: "4" }),
      order(2, "2", { a1: "6" }, { modelPrice: "200", fillPrice: "201" }),
      order(3, "-1", { a1: "5" }, { modelPrice: "200", fillPrice: "197" }),
    ];
    expect(compare(orders, [trade("a1")])).toEqual([
      "filled opened: buy 4/4 at 101 = 4",
      "filled money-in: buy 2/2 at 202 = 2",
      "filled money-out: sell 1/1 at 198 = -1",
    ]);
  });

  it("for money that came in before the first order are not of the opening", () => {
    const orders = [order(50, "4", { a1: "4" }, { modelPrice: "200", fillPrice: "201" })];
    expect(compare(orders, [trade("a1", { movedBefore: toScaled("3") })])).toEqual([
      "filled opened: buy 1/1 at 101 = -100",
      "filled money-in: buy 3/3 at 202 = 3",
    ]);
  });

  it("of a part that was sold have its price, and the close of the rest has its own", () => {
    const orders = [
      order(1, "5", { a1: "5" }),
      order(4, "-2", { a1: "3" }, { fillPrice: "120" }),
      order(9, "-3", {}, { fillPrice: "130" }),
    ];
    const sold = trade("a1", { exits: [exit(3, "119", "2"), exit(8, "131", "3")] });
    expect(compare(orders, [sold])).toEqual([
      "filled opened: buy 5/5 at 101 = 5",
      "filled closed: sell 2/2 at 119 = 2",
      "filled closed: sell 3/3 at 131 = -3",
    ]);
  });

  it("close one trade and open the next in one order", () => {
    const orders = [order(1, "5", { a1: "5" }), order(9, "-8", { a2: "-3" }, { fillPrice: "90" })];
    const next = trade("a2", { side: "sell", entryPrice: "89", openedAt: at(8) });
    const lines = compare(orders, [trade("a1", { exits: [exit(8, "89", "5")] }), next]);
    expect(lines.slice(1)).toEqual([
      "filled opened: sell 3/3 at 89 = 3 shared",
      "filled closed: sell 5/5 at 89 = 5 shared",
    ]);
  });

  it("that no trade explains are shown, and so are trades that no order included", () => {
    const orders = [order(1, "4", { b1: "4" }), order(2, "1", { b1: "4" })];
    expect(compare(orders, [trade("a2", { openedAt: at(2) }), trade("a0", { openedAt: at(0) })])).toEqual([
      "filled unmatched: buy 1",
      "not-ordered opened: buy 0/5 at 101",
    ]);
    expect(compare([order(1, "4", { a1: "4" })], [])).toEqual(["filled unmatched: buy 4"]);
  });

  it("begin with the second order when there are earlier ones", () => {
    const orders = [order(1, "1", { a1: "5" }), order(2, "-5", {}, { fillPrice: "110" })];
    expect(compare(orders, [trade("a1", { exits: [exit(2, "111", "5")] })], true)).toEqual([
      "filled closed: sell 5/5 at 111 = -5",
    ]);
  });
});

describe("sharing by quantity", () => {
  it("adds up to exactly the total", () => {
    expect(shareOut(10n, [1n, 1n, 1n])).toEqual([3n, 3n, 4n]);
    expect(shareOut(10n, [0n, 0n])).toEqual([0n, 0n]);
    const parts = shareOut(1_000_003n, [7n, 0n, 13n, 5n]);
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(1_000_003n);
  });

  it("counts every fill and every fee exactly once", () => {
    const orders = [
      order(1, "5", { a1: "2", b1: "3" }, { fee: "0.7" }),
      order(2, "1", { a1: "6", b1: "3", c1: "-3" }, { fee: "0.3" }),
      order(3, "-4", { c1: "-3", a1: "3", b1: "2" }, { fee: "0.1", filledQuantity: "1" }),
    ];
    const { shares } = shareOrders(orders, false);
    const total = (values: bigint[]): string => formatScaled(values.reduce((sum, value) => sum + value, 0n));
    expect(total(shares.map(({ filled }) => filled))).toBe("7.000000000000");
    expect(total(shares.map(({ fee }) => fee ?? 0n))).toBe("1.100000000000");
  });
});
