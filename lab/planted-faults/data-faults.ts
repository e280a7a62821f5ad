import type { PlantedFault } from "./planted-fault.ts";

const SOURCES = "packages/trading/src";
const loadTests = [`${SOURCES}/backtest/load-bars.test.ts`];

/** Mistakes in how prices and rates are read, joined and converted. */
export const dataFaults: readonly PlantedFault[] = [
  {
    id: "series-are-joined-by-number",
    kind: "record",
    file: `${SOURCES}/bot/play-once.ts`,
    text: "if (player.closeTime === closeTime) bars.push",
    replacement: "if (closeTime > 0) bars.push",
    tests: [`${SOURCES}/bot/track-bot.test.ts`],
  },
  {
    id: "close-of-the-next-bar-is-known",
    kind: "record",
    file: `${SOURCES}/bot/play-once.ts`,
    text: "const candle = this.candles[barSequence] as Candle;",
    replacement:
      "const now = this.candles[barSequence] as Candle;\n    const candle = { ...now, close: this.candles[barSequence + 1]?.close ?? now.close };",
    tests: [`${SOURCES}/evidence/scramble.test.ts`],
  },
  {
    id: "bill-of-the-coming-month-is-known",
    kind: "record",
    file: `${SOURCES}/evidence/evidence-days.ts`,
    text: "return (month) => byMonth.get(month - 1) ?? 0;",
    replacement: "return (month) => byMonth.get(month + 2) ?? 0;",
    tests: [`${SOURCES}/evidence/scramble.test.ts`],
  },
  {
    id: "yen-count-as-dollars",
    kind: "record",
    file: `${SOURCES}/pricing/quote-currency.ts`,
    text: "return symbol.startsWith(`${ACCOUNT_CURRENCY}/`);",
    replacement: "return symbol === ACCOUNT_CURRENCY;",
    tests: [`${SOURCES}/pricing/pricing.test.ts`],
  },
  {
    id: "discount-rate-of-cash-is-its-yield",
    kind: "record",
    file: `${SOURCES}/evidence/evidence-days.ts`,
    text: "return (1 - (BILL_DAYS * ratePct) / DISCOUNT_YEAR_PCT) ** (-days / BILL_DAYS) - 1;",
    replacement: "return (1 + ratePct / 100) ** (days / 365) - 1;",
    tests: [`${SOURCES}/evidence/evidence-days.test.ts`],
  },
  {
    id: "hole-in-a-file-is-not-noticed",
    kind: "record",
    file: `${SOURCES}/backtest/series-breaks.ts`,
    text: "if (gapMs > (isLong ? MAX_GAP_SPACINGS * spacingMs : MAX_GAP_MS)) {",
    replacement: "if (gapMs > (isLong ? MAX_GAP_SPACINGS * spacingMs : Infinity)) {",
    tests: loadTests,
  },
  {
    id: "split-in-a-file-is-not-noticed",
    kind: "record",
    file: `${SOURCES}/backtest/series-breaks.ts`,
    text: "const MIN_STEP = 0.51;",
    replacement: "const MIN_STEP = 0;",
    tests: loadTests,
  },
  {
    id: "doubled-line-is-not-noticed",
    kind: "record",
    file: `${SOURCES}/replay/read-bar-rows.ts`,
    text: "} else if (latest !== undefined && candle.time <= latest) {",
    replacement: "} else if (latest !== undefined && candle.time < latest) {",
    tests: loadTests,
  },
  {
    id: "weights-are-decided-a-day-early",
    kind: "record",
    file: `${SOURCES}/bot/take-month-end.ts`,
    text: "const nextMonth = startOfMonth(month + 1);",
    replacement: "const nextMonth = startOfMonth(month + 1) - 86_400_000;",
    tests: [`${SOURCES}/bot/allocation.test.ts`],
  },
  {
    id: "rest-of-a-sold-trade-is-lost",
    kind: "record",
    file: `${SOURCES}/bot/trade-fills.ts`,
    text: "return rest > 0n ? [",
    replacement: "return rest > SCALE ? [",
    tests: [`${SOURCES}/bot/allocation.test.ts`],
  },
  {
    id: "dividend-counts-in-the-month-before",
    kind: "record",
    file: `${SOURCES}/bot/month-book.ts`,
    text: "forming.dividends += this.nextDividends;",
    replacement: "forming.dividends += 0;",
    tests: [`${SOURCES}/bot/allocation.test.ts`],
  },
  {
    id: "rule-runs-without-its-data",
    kind: "record",
    file: `${SOURCES}/strategies/missing-data.ts`,
    text: 'if (needs === "volume" && !candles.some(({ volume }) => volume > 0)) {',
    replacement: 'if (needs === "volume" && candles.length === 0) {',
    tests: ["lab/commands/backtest/refused-data.test.ts"],
  },
];
