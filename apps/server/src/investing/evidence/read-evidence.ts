import {
  type BotEvidence,
  DAY_MS,
  type EvidenceHeadline,
  type EvidenceTotals,
  type PublicEvidence,
} from "@wazi/contracts";
import { scoreRisk, takeWeeks, type CurvePoint } from "@wazi/domain";
import { isOutOfSample } from "@wazi/trading";
import type { KeepLocally } from "./keep-locally.ts";
import { followShare, type KeptByBot } from "./kept-above-bills.ts";
import { AppError } from "../../platform/base/app-error.ts";
import {
  type EvidenceBot,
  findEvidence,
  listEvidenceBots,
  listHeadlines,
  listRecordedCurves,
  listRecordedTrades,
  listRegistrations,
  type RegistrationRow,
} from "./store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import * as texts from "../../messages/investing.ts";

const RECENT_TRADES = 10;
/** One bot that trades often may not fill the list. */
const RECENT_TRADES_PER_BOT = 3;
/** Points of a bot's small chart. */
const CURVE_POINTS = 53;

export interface EvidenceDeps {
  sql: Queryable;
  /** Kept money above bills; empty where the share is taken above nothing. */
  kept: KeptByBot;
  keepLocally: KeepLocally;
}

/**
 * Reads everything recorded about a bot.
 * @throws AppError NOT_FOUND no such bot, or no evidence about it
 */
export async function readBotEvidence({ sql, kept, keepLocally }: EvidenceDeps, botId: string): Promise<BotEvidence> {
  const bot = (await listEvidenceBots(sql)).find(({ id }) => id === botId);
  if (!bot) throw new AppError("NOT_FOUND", texts.botNotFound);
  const evidence = await findEvidence(sql, bot.name);
  if (!evidence) throw new AppError("NOT_FOUND", texts.evidenceMissing);
  const registrations = await listRegistrations(sql, bot.name);
  const record = followShare(evidence, evidence.hashes.parameters, kept[bot.name]);
  return {
    botId: bot.id,
    market: bot.market,
    ...record,
    localKeeps: keepLocally(record),
    registration: toRegistration(registrations, evidence),
  };
}

/** The first registration of the recorded rule. Its backtest starts before the window opens, so it is never out of sample. */
function toRegistration(
  registrations: readonly RegistrationRow[],
  { hashes, headline }: Pick<BotEvidence, "hashes" | "headline">,
): BotEvidence["registration"] {
  const row = registrations.find(({ parametersHash }) => parametersHash === hashes.parameters);
  if (!row) return null;
  const window = { registeredAt: row.registeredAt.getTime(), windowOpens: row.windowOpens.getTime() };
  return {
    registeredAt: row.registeredAt.toISOString(),
    windowOpens: row.windowOpens.toISOString(),
    isOutOfSample: isOutOfSample(window, Date.parse(headline.from)),
  };
}

/** Reads the evidence on all bots in short, in the order of the catalogue. */
export async function readPublicEvidence({ sql, kept }: EvidenceDeps): Promise<PublicEvidence> {
  const headlines = await listHeadlines(sql);
  const curves = await listRecordedCurves(sql);
  const bots = await listEvidenceBots(sql);
  const recorded = bots.flatMap(({ name }) => headlines.get(name) ?? []);
  const times = recorded.map(({ recordedAt }) => recordedAt.getTime());
  return {
    recordedAt: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    platform: countTotals(recorded.map(({ headline }) => headline)),
    recentTrades: await listRecentTrades(sql, bots),
    bots: bots.map(({ id, name, market, strategy }) => {
      const record = headlines.get(name);
      const headline = record ? followShare(record, record.parameters, kept[name]).headline : null;
      return {
        botId: id,
        botName: name,
        market,
        strategy,
        headline,
        ...summarizeCurve(headline, curves.get(name) ?? []),
      };
    }),
  };
}

const NOT_AVERAGED = "Bots are counted, not averaged: a mean of bots is nobody's record.";

/** Counts over all records. Figures of one nav are null, because there is none. Null without records. */
function countTotals(headlines: readonly EvidenceHeadline[]): EvidenceTotals | null {
  if (headlines.length === 0) return null;
  const sum = (read: (headline: EvidenceHeadline) => number): number =>
    headlines.reduce((total, each) => total + read(each), 0);
  const trades = sum((each) => each.trades);
  // A core portfolio rebalances: its trades do not end with a gain or a loss, so it has no win rate.
  const ended = sum((each) => (each.winRatePct === null ? 0 : each.trades));
  const won = sum((each) => ((each.winRatePct ?? 0) / 100) * each.trades);
  const returns = headlines.flatMap(({ returnPct }) => returnPct ?? []);
  const [from = "", to = ""] = [
    headlines.map((each) => each.from).sort()[0],
    headlines
      .map((each) => each.to)
      .sort()
      .at(-1),
  ];
  return {
    ...NO_FIGURES,
    from,
    to,
    years: roundFigure((Date.parse(to) - Date.parse(from)) / (365.25 * DAY_MS)),
    seriesCount: sum((each) => each.seriesCount),
    bars: sum((each) => each.bars),
    trades,
    winRatePct: ended === 0 ? null : roundFigure((won / ended) * 100),
    botCount: headlines.length,
    evidenceCount: headlines.filter(({ verdict }) => verdict === "weak" || verdict === "both-halves").length,
    returnRangePct: returns.length === 0 ? null : { low: Math.min(...returns), high: Math.max(...returns) },
  };
}

const NO_FIGURES = {
  sharpe: null,
  sharpeBeforeCash: null,
  excessReturnPct: null,
  maxDrawdownPct: null,
  returnPct: null,
  costsPct: null,
  probabilisticSharpe: null,
  deflatedSharpe: null,
  overfittingProbability: null,
  yearsNeeded: null,
  yearsMissing: null,
  reason: null,
  couldNotBuyBefore: null,
  verdict: "not-judged",
  verdictReason: NOT_AVERAGED,
  sharpeBasis: "returns",
  pValue: null,
  difference: null,
  alpha: null,
  money: null,
} as const;

type EvidenceOfBot = PublicEvidence["bots"][number];

function summarizeCurve(
  headline: EvidenceOfBot["headline"],
  curve: readonly CurvePoint[],
): Pick<EvidenceOfBot, "risk" | "curve"> {
  const fall = headline?.maxDrawdownPct?.value;
  const score = fall === undefined ? null : scoreRisk(curve, fall, headline?.sharpeBasis === "monthly-means");
  return {
    risk: score && { ...score, volatilityPct: roundFigure(score.volatilityPct) },
    curve: thinOut(takeWeeks(curve)),
  };
}

/** Figures have at most four decimals. */
const roundFigure = (figure: number): number => Math.round(figure * 10_000) / 10_000;

/** Evenly, with the first and the last value. */
function thinOut(values: readonly number[]): number[] {
  if (values.length <= CURVE_POINTS) return [...values];
  const step = (values.length - 1) / (CURVE_POINTS - 1);
  return Array.from({ length: CURVE_POINTS }, (_, index) => values[Math.round(index * step)] ?? 1);
}

async function listRecentTrades(sql: Queryable, bots: readonly EvidenceBot[]): Promise<PublicEvidence["recentTrades"]> {
  const trades = await listRecordedTrades(sql, RECENT_TRADES_PER_BOT);
  return trades
    .flatMap((trade) => {
      const bot = bots.find(({ name }) => name === trade.botName);
      return bot === undefined ? [] : [{ botId: bot.id, ...trade }];
    })
    .sort((a, b) => b.exitAt.localeCompare(a.exitAt))
    .slice(0, RECENT_TRADES);
}
