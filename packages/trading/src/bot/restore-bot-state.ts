import { financingSchedules } from "../costs/financing-rates.ts";
import { formatScaled, SCALE } from "../pricing/scaled-decimal.ts";
import { type BotConfig, findInstrument } from "./bot-config.ts";
import { BOT_STATE_VERSION, type BotState, createSymbolState, type SymbolState } from "./bot-state.ts";

export type RestoredBotState =
  | { readonly ok: true; readonly state: BotState }
  | { readonly ok: false; readonly reason: string };

const unsignedDecimal = /^\d+(?:\.\d{1,12})?$/;
const signedDecimal = /^-?\d+(?:\.\d{1,12})?$/;

/**
 * Restores a stored bot state, or gives the reason why it cannot be used (another version, or damaged). When the strategy
 * its parameters or the bars on which it decides have changed, the old rule's state and its orders are dropped; open trades stay, with their
 * brackets. A new symbol of the bot starts from the beginning. A symbol that the bot no longer trades stays only while it
 * has an open trade, so that a `series-break` can close it. A state of version 3, which had one trade and one order, is read
 * as well.
 */
export function restoreBotState(config: BotConfig, stored: unknown): RestoredBotState {
  if (!isRecord(stored)) return { ok: false, reason: "the stored bot state is not an object" };
  const known: Record<string, unknown> = {
    decidedBills: null,
    ...(stored["version"] === 3 ? readVersion3(stored) : stored),
  };
  if (known["version"] !== BOT_STATE_VERSION) {
    return { ok: false, reason: `the stored bot state has version ${JSON.stringify(stored["version"])}` };
  }
  const damaged = findDamagedField(known);
  if (damaged !== undefined) return { ok: false, reason: `the stored bot state has a damaged ${damaged}` };
  // All fields are checked above, except the strategy's own state, which only the strategy reads.
  const state = known as unknown as BotState;
  const isSameRule =
    state.strategy === config.strategy.name &&
    state.decisionInterval === config.decisionInterval &&
    haveSameEntries(state.parameters, config.parameters);
  return {
    ok: true,
    state: {
      version: BOT_STATE_VERSION,
      strategy: config.strategy.name,
      parameters: config.parameters,
      decisionInterval: config.decisionInterval,
      symbols: restoreSymbols(config, state, isSameRule),
      nav: state.nav,
      orders: isSameRule ? state.orders.filter(({ symbol }) => findInstrument(config, symbol) !== undefined) : [],
      openTrades: state.openTrades,
      decidedMonth: isSameRule ? state.decidedMonth : null,
      decidedBills: isSameRule ? state.decidedBills : null,
    },
  };
}

/** One pending order and one open trade, without their navs: 1, which the trader replaces by those of its pool. */
function readVersion3({ pending, openTrade, ...state }: Record<string, unknown>): Record<string, unknown> {
  const nav = formatScaled(SCALE);
  return {
    ...state,
    version: BOT_STATE_VERSION,
    nav,
    orders: isRecord(pending) ? [pending] : [],
    decidedMonth: null,
    openTrades: isRecord(openTrade) ? [{ ...openTrade, baseNav: nav }] : [],
  };
}

function restoreSymbols(config: BotConfig, state: BotState, isSameRule: boolean): Record<string, SymbolState> {
  const held = state.openTrades.map(({ symbol }) => symbol);
  const restored: Record<string, SymbolState> = {};
  for (const symbol of new Set([...config.instruments.map((instrument) => instrument.symbol), ...held])) {
    const fresh = createSymbolState(config, symbol);
    const known = state.symbols[symbol] ?? fresh;
    restored[symbol] = isSameRule ? known : { ...known, strategyState: fresh.strategyState, resting: null };
  }
  return restored;
}

function findDamagedField(stored: Record<string, unknown>): string | undefined {
  const { strategy, parameters, symbols, nav, orders, openTrades, decidedMonth, decidedBills } = stored;
  if (typeof strategy !== "string") return "strategy";
  if (!isRecord(parameters)) return "parameters";
  if (!isRecord(symbols) || !Object.values(symbols).every(isSymbolState)) return "symbols";
  if (decidedMonth !== null && typeof decidedMonth !== "number") return "decidedMonth";
  if (decidedBills !== null && !(Array.isArray(decidedBills) && decidedBills.every(isReturnOrNull)))
    return "decidedBills";
  if (typeof nav !== "string" || !unsignedDecimal.test(nav)) return "nav";
  if (!Array.isArray(orders) || !orders.every(isPendingOrder)) return "orders";
  const isKnownTrade = (trade: unknown): boolean =>
    isOpenTrade(trade) && Object.hasOwn(symbols, String(trade["symbol"]));
  if (!Array.isArray(openTrades) || !openTrades.every(isKnownTrade)) return "openTrades";
  return undefined;
}

function isReturnOrNull(value: unknown): boolean {
  return value === null || typeof value === "number";
}

function isSymbolState(value: unknown): boolean {
  return (
    isRecord(value) &&
    areNumbers(value, ["barSequence", "barTime"]) &&
    (value["close"] === null || typeof value["close"] === "number") &&
    value["strategyState"] !== undefined &&
    (value["resting"] === null || isRestingEntry(value["resting"]))
  );
}

function isRestingEntry(value: unknown): boolean {
  return isRecord(value) && areNumbers(value, ["price", "decidedBarTime"]) && areStrings(value, ["exposure"]);
}

function isPendingOrder(value: unknown): boolean {
  if (!isRecord(value) || !areStrings(value, ["symbol"]) || !areNumbers(value, ["decidedBarTime"])) return false;
  const action = value["action"];
  if (!isRecord(action)) return false;
  if (action["kind"] === "rebalance") return isRebalancing(action);
  return action["kind"] === "close" || (action["kind"] === "enter" && isEntry(action));
}

function isRebalancing({ closedPart, entry }: Record<string, unknown>): boolean {
  if (typeof closedPart !== "string" || !unsignedDecimal.test(closedPart)) return false;
  if (entry === null) return true;
  return isRecord(entry) && isSide(entry["side"]) && areStrings(entry, ["amount"]);
}

function isOpenTrade(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    isEntry(value) &&
    areStrings(value, ["symbol", "entryPrice", "baseNav"]) &&
    areNumbers(value, ["midPrice", "decidedBarTime", "barTime", "barSequence"]) &&
    isRecord(value["costs"]) &&
    areNumbers(value["costs"], ["halfSpread", "slippage", "commission"]) &&
    haveDividends(value) &&
    hasFinancing(value)
  );
}

function haveDividends({ dividends, lastDividend }: Record<string, unknown>): boolean {
  const isLast =
    lastDividend === null || (isRecord(lastDividend) && areNumbers(lastDividend, ["exTime", "barSequence"]));
  return typeof dividends === "string" && unsignedDecimal.test(dividends) && isLast;
}

function hasFinancing({ financing, financedUntil, costs }: Record<string, unknown>): boolean {
  return (
    typeof financing === "string" &&
    signedDecimal.test(financing) &&
    typeof financedUntil === "number" &&
    areFinancingTerms((costs as Record<string, unknown>)["financing"])
  );
}

function areFinancingTerms(terms: unknown): boolean {
  if (terms === undefined) return true;
  return (
    isRecord(terms) &&
    areNumbers(terms, ["longRate", "shortRate", "yearDays"]) &&
    financingSchedules.some((schedule) => schedule === terms["schedule"])
  );
}

function isSide(side: unknown): boolean {
  return side === "buy" || side === "sell";
}

function isEntry(value: Record<string, unknown>): boolean {
  const { side, stopPrice, targetPrice } = value;
  const isBracketed = [stopPrice, targetPrice].every((level) => level === null || typeof level === "number");
  return isSide(side) && isBracketed && areStrings(value, ["exposure"]);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areNumbers(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "number");
}

function areStrings(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function haveSameEntries(left: Readonly<Record<string, unknown>>, right: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
