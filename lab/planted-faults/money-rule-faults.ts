import type { PlantedFault } from "./planted-fault.ts";

const MONEY = "packages/domain/src/money.ts";
const POOL = "packages/domain/src/pool.ts";
const POSITION = "packages/domain/src/position.ts";
const domainTests = ["packages/domain/src"];
const pricingTests = ["packages/trading/src/pricing"];

/** Mistakes in the pure rules: rounding, signs and shares, fills. */
export const moneyRuleFaults: readonly PlantedFault[] = [
  {
    id: "value-rounds-up",
    kind: "rounding",
    file: MONEY,
    text: "  return cents(divideDown(held * at, UNITS_TIMES_NAV_PER_CENT));",
    replacement: "  return cents(divideUp(held * at, UNITS_TIMES_NAV_PER_CENT));",
    tests: domainTests,
  },
  {
    id: "units-round-down",
    kind: "rounding",
    file: MONEY,
    text: "  return units(divideUp(amount * UNITS_TIMES_NAV_PER_CENT, at));",
    replacement: "  return units(divideDown(amount * UNITS_TIMES_NAV_PER_CENT, at));",
    tests: domainTests,
  },
  {
    id: "division-truncates-negatives",
    kind: "rounding",
    file: MONEY,
    text: "  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;",
    replacement: "  return quotient;",
    tests: domainTests,
  },
  {
    id: "gain-share-rounds-up",
    kind: "rounding",
    file: POSITION,
    text: "  return add(madeUp, partDown(subtract(gain, madeUp), BigInt(userSharePct), 100n));",
    replacement: "  return add(madeUp, partUp(subtract(gain, madeUp), BigInt(userSharePct), 100n));",
    tests: domainTests,
  },
  {
    id: "exit-mark-rounds-up",
    kind: "rounding",
    file: POOL,
    text: "  const exit = closedNav + computeChange(baseNav, factors.exit);",
    replacement: "  const exit = closedNav - computeChange(baseNav, (2n * SCALE - factors.exit) as Factor);",
    tests: domainTests,
  },
  {
    id: "ask-price-rounds-down",
    kind: "rounding",
    file: "packages/trading/src/pricing/fill-price.ts",
    text: "formatScaled(divideUp(toScaled(midPrice) * (SCALE + sumPriceCosts(costs)), SCALE))",
    replacement: "formatScaled(divideDown(toScaled(midPrice) * (SCALE + sumPriceCosts(costs)), SCALE))",
    tests: pricingTests,
  },
  {
    id: "share-goes-to-the-platform",
    kind: "sign or share",
    file: POSITION,
    text: "BigInt(userSharePct), 100n));",
    replacement: "100n - BigInt(userSharePct), 100n));",
    tests: domainTests,
  },
  {
    id: "profit-funds-are-spent-first",
    kind: "sign or share",
    file: "packages/domain/src/investing.ts",
    text: `  const fromDeposit = minCents(funds.depositFunds, amount);
  return { fromDeposit, fromProfit: subtract(amount, fromDeposit) };`,
    replacement: `  const fromProfit = minCents(funds.profitFunds, amount);
  return { fromDeposit: subtract(amount, fromProfit), fromProfit };`,
    tests: [...domainTests, "apps/server/src/withdrawals/requests/withdrawals.test.ts"],
  },
  {
    id: "short-gains-when-the-price-rises",
    kind: "sign or share",
    file: "packages/trading/src/pricing/nav-factor.ts",
    text: 'const direction = side === "buy" ? 1n : -1n;',
    replacement: "const direction = side === undefined ? -1n : 1n;",
    tests: pricingTests,
  },
  {
    id: "loss-is-carried-as-a-gain",
    kind: "sign or share",
    file: POSITION,
    text: "lossCarried: cents(position.lossCarried - madeUp + loss)",
    replacement: "lossCarried: cents(position.lossCarried + madeUp - loss)",
    tests: domainTests,
  },
  {
    id: "interest-bears-a-share",
    kind: "sign or share",
    file: POSITION,
    text: "  return cents(value - computeOwnMoney(position) - accruedCents(position.interest));",
    replacement: "  return cents(value - computeOwnMoney(position));",
    tests: domainTests,
  },
  {
    id: "interest-makes-up-a-loss",
    kind: "sign or share",
    file: POSITION,
    text: "  const gain = cents(value - amount - interest);",
    replacement: "  const gain = cents(value - amount);",
    tests: domainTests,
  },
  {
    id: "position-with-financing-earns-no-interest",
    kind: "sign or share",
    file: "apps/server/src/trader/loop/settle-interest.ts",
    text: "  if (trade === null || trade.costs.financing !== undefined) return nav;",
    replacement: "  if (trade === null) return nav;",
    tests: ["apps/server/src/trader/loop/settle-interest.test.ts"],
  },
  {
    id: "money-paid-for-a-fund-earns-interest",
    kind: "sign or share",
    file: "apps/server/src/trader/loop/settle-interest.ts",
    text: "  return toNav(nav > paid ? nav - paid : 0n);",
    replacement: "  return toNav(paid >= 0n ? nav : 0n);",
    tests: ["apps/server/src/trader/loop/settle-interest.test.ts"],
  },
  {
    id: "payout-is-released-to-the-investor",
    kind: "sign or share",
    file: "apps/server/src/withdrawals/requests/transitions.ts",
    text: "      return buildPayoutPostings(userId, withdrawalType, toFundsSplit(withdrawal), fee);",
    replacement: "      return buildReleasePostings(userId, toFundsSplit(withdrawal));",
    tests: ["apps/server/src/withdrawals/requests"],
  },
  {
    id: "stop-fills-at-the-better-price",
    kind: "fill rule",
    file: "packages/trading/src/bot/trade-fills.ts",
    text: "low <= stopPrice) return { midPrice: Math.min(open, stopPrice)",
    replacement: "low <= stopPrice) return { midPrice: Math.max(open, stopPrice)",
    tests: ["packages/trading/src/bot"],
  },
  {
    id: "target-counts-before-the-stop",
    kind: "fill rule",
    file: "packages/trading/src/bot/trade-fills.ts",
    text: `    if (stopPrice !== null && low <= stopPrice) return { midPrice: Math.min(open, stopPrice), reason: "stop" };
    if (targetPrice !== null && high >= targetPrice) return { midPrice: Math.max(open, targetPrice), reason: "target" };`,
    replacement: `    if (targetPrice !== null && high >= targetPrice) return { midPrice: Math.max(open, targetPrice), reason: "target" };
    if (stopPrice !== null && low <= stopPrice) return { midPrice: Math.min(open, stopPrice), reason: "stop" };`,
    tests: ["packages/trading/src/bot"],
  },
  {
    id: "resting-order-fills-below-a-gap",
    kind: "fill rule",
    file: "packages/trading/src/bot/trade-fills.ts",
    text: "midPrice: Math.max(open, price) },",
    replacement: "midPrice: price },",
    tests: ["packages/trading/src/bot"],
  },
  {
    id: "order-fills-at-the-close-of-the-next-bar",
    kind: "fill rule",
    file: "packages/trading/src/bot/step-bot.ts",
    text: "takeOpen(config, waiting, symbol, { midPrice: candle.open,",
    replacement: "takeOpen(config, waiting, symbol, { midPrice: candle.close,",
    tests: ["packages/trading/src/bot"],
  },
  {
    id: "entry-costs-help-the-trader",
    kind: "fill rule",
    file: "packages/trading/src/pricing/fill-price.ts",
    text: 'return side === "buy" ? computeAskPrice(midPrice, costs) : computeBidPrice(midPrice, costs);',
    replacement: 'return side === "sell" ? computeAskPrice(midPrice, costs) : computeBidPrice(midPrice, costs);',
    tests: pricingTests,
  },
];
