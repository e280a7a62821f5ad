import type { FeedKind, OperatedBot } from "@wazi/contracts";
import { divideDown, formatCents, formatDecimal, ONE_NAV, parseNav, parseUnits, SCALE, valueDown } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { readPoolValues, type PoolValue } from "../../investing/api.ts";
import type { FurtherChecks } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { type BotInstrument, readLastCandles } from "../../trader/api.ts";
import { listOperatedBots, type OperatedBotRow } from "./store.ts";
import * as texts from "../../messages/office.ts";

export interface OperationsDeps {
  sql: Sql;
  now: () => Date;
  /** The checks of the payment rails, for the comparison of the books. */
  furtherChecks: FurtherChecks;
  /** Where mails go, such as the mail server's name. */
  mailTransport: string;
  feedOf: (botName: string) => FeedKind;
  /** The symbols that a bot trades, with the market and the feed of their prices. */
  instrumentsOf: (botName: string) => readonly BotInstrument[];
}

type Deps = Pick<OperationsDeps, "sql" | "feedOf" | "instrumentsOf">;

/** Reads all bots in catalogue order with their status, value and record. */
export async function readOperatedBots({ sql, feedOf, instrumentsOf }: Deps): Promise<OperatedBot[]> {
  const [rows, values] = await Promise.all([listOperatedBots(sql), readPoolValues(sql)]);
  const symbols = rows.flatMap(({ id, name }) => instrumentsOf(name).map((each) => ({ botId: id, ...each })));
  const lastCandles = await readLastCandles(sql, symbols);
  const valueOf = new Map(values.map((value) => [value.botId, value]));
  return rows.map((row) => {
    const { id, name, market, status, haltReason, pause, openTrade, lastTradeAt, nav, investors } = row;
    return {
      id,
      name,
      market,
      feed: feedOf(name),
      status,
      paused: pause && { ...pause, at: pause.at.toISOString() },
      haltReason,
      symbols: instrumentsOf(name).map(({ symbol }) => symbol),
      openTrade,
      lastCandleAt: lastCandles.get(id)?.toISOString() ?? null,
      lastTradeAt: lastTradeAt && lastTradeAt.toISOString(),
      nav,
      investors,
      value: formatExitValue(valueOf.get(id)),
      ...computeRecord(row),
    };
  });
}

/** @throws AppError NOT_FOUND */
export async function readOperatedBot(deps: Deps, botId: string): Promise<OperatedBot> {
  const found = (await readOperatedBots(deps)).find(({ id }) => id === botId);
  if (!found) throw new AppError("NOT_FOUND", texts.botNotFound);
  return found;
}

function formatExitValue(value: PoolValue | undefined): string {
  return formatCents(
    value ? valueDown(parseUnits(value.units), parseNav(value.exitMark)) : valueDown(parseUnits("0"), ONE_NAV),
  );
}

/** Computes the record over all feeds and series; each series starts at a unit price of 1. */
function computeRecord({
  closedTrades,
  wonTrades,
  nav,
  endedNavs,
}: OperatedBotRow): Pick<OperatedBot, "closedTrades" | "winRatePct" | "returnPct"> {
  const closed = BigInt(closedTrades);
  const grown = endedNavs.reduce(
    (product, ended) => divideDown(product * parseNav(ended), SCALE),
    BigInt(parseNav(nav)),
  );
  return {
    closedTrades: Number(closed),
    winRatePct: closed === 0n ? null : formatPercent(divideDown(BigInt(wonTrades) * 10_000n, closed)),
    returnPct: formatPercent(divideDown((grown - ONE_NAV) * 10_000n, SCALE)),
  };
}

const formatPercent = (basisPoints: bigint): string => formatDecimal(basisPoints, 2);
