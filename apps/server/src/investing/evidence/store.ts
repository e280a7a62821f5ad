import type { BotMarket, EvidenceHeadline, EvidenceTrade } from "@wazi/contracts";
import type { CurvePoint } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import {
  type EvidenceRecord,
  readHeadline,
  readStoredEvidence,
  type RecordedBotEvidence,
  type StoredEvidence,
  type StoredHeadline,
} from "./recorded-evidence.ts";
import { IS_OVERDUE_COLUMN, RETIRED_ON_COLUMN } from "../retirement/store.ts";
import type { BotStanding } from "./new-money.ts";

/** Adds the records that the database does not have yet. Two processes may do it at once. */
export async function insertEvidence(sql: Queryable, records: readonly EvidenceRecord[]): Promise<void> {
  const known = await sql<{ hash: string }[]>`select record_hash as hash from bot_evidence`;
  const hashes = new Set(known.map(({ hash }) => hash));
  for (const { subject, hash, recordedAt, document } of records) {
    if (hashes.has(hash)) continue;
    await sql`
      insert into bot_evidence (subject, record_hash, recorded_at, document)
      values (${subject}, ${hash}, ${recordedAt}::timestamptz, ${document}::text::jsonb)
      on conflict (record_hash) do nothing`;
  }
}

/** Finds the newest record about a bot; null without one. */
export async function findEvidence(sql: Queryable, botName: string): Promise<RecordedBotEvidence | null> {
  const [row] = await sql<{ document: StoredEvidence }[]>`
    select document from bot_evidence where subject = ${botName} order by recorded_at desc, id desc limit 1`;
  return row === undefined ? null : readStoredEvidence(row.document);
}

/** Changes with each record, registration and bot. Rows of the first two are only added. */
export async function readEvidenceVersion(sql: Queryable): Promise<string> {
  const [row] = await sql<{ version: string }[]>`
    select concat_ws('.', (select count(*) from bot_evidence), (select count(*) from strategy_registrations),
      (select md5(string_agg(b::text, ',' order by place)) from trading_bots b)) as version`;
  return row?.version ?? "";
}

type Headlines = ReadonlyMap<string, RecordedHeadline>;
const keptHeadlines = new WeakMap<Queryable, { version: string; headlines: Headlines }>();

/**
 * The short form of the newest record about each subject, by its name. It is kept until there is another record. Earlier versions
 * recorded the mean of all bots too.
 */
export async function listHeadlines(sql: Queryable): Promise<Headlines> {
  const version = await readEvidenceVersion(sql);
  const known = keptHeadlines.get(sql);
  if (known?.version === version) return known.headlines;
  const headlines = await readHeadlines(sql);
  keptHeadlines.set(sql, { version, headlines });
  return headlines;
}

async function readHeadlines(sql: Queryable): Promise<Headlines> {
  const rows = await sql<{ subject: string; recordedAt: Date; headline: StoredHeadline; parameters: string }[]>`
    select distinct on (subject) subject, recorded_at as "recordedAt", document -> 'headline' as headline,
      document -> 'hashes' ->> 'parameters' as parameters
    from bot_evidence order by subject, recorded_at desc, id desc`;
  return new Map(
    rows.map(({ subject, headline, ...record }) => [subject, { ...record, headline: readHeadline(headline) }]),
  );
}

/** Lists the newest trades of each bot's newest record, at most `perBot` each. */
export async function listRecordedTrades(
  sql: Queryable,
  perBot: number,
): Promise<(EvidenceTrade & { botName: string })[]> {
  const rows = await sql<{ subject: string; trades: EvidenceTrade[] }[]>`
    select distinct on (subject) subject,
      jsonb_path_query_array(document, '$.trades[0 to $last]', jsonb_build_object('last', ${perBot - 1}::int)) as trades
    from bot_evidence order by subject, recorded_at desc, id desc`;
  return rows.flatMap(({ subject, trades }) => trades.map((trade) => ({ ...trade, botName: subject })));
}

/** The growth of 1 in each bot's newest record, oldest first, by the bot's name. */
export async function listRecordedCurves(sql: Queryable): Promise<Map<string, CurvePoint[]>> {
  const rows = await sql<{ subject: string; curve: { date: string; bot: number }[] | null }[]>`
    select distinct on (subject) subject, document -> 'curve' as curve
    from bot_evidence order by subject, recorded_at desc, id desc`;
  return new Map(
    rows.map(({ subject, curve }) => [subject, (curve ?? []).map(({ date, bot }) => ({ date, value: bot }))]),
  );
}

/** The standing of a bot and the record that gave its verdict. */
export interface RecordedStanding extends BotStanding {
  /** Null without a record. */
  recordHash: string | null;
}

interface StandingRow extends Omit<RecordedStanding, "verdict"> {
  headline: StoredHeadline | null;
}

/** Finds the standing of a bot by its newest record and its live months. An unknown bot and one without a record are not judged. */
export async function findStanding(sql: Queryable, botId: string): Promise<RecordedStanding> {
  const [row] = await sql<StandingRow[]>`
    select e.record_hash as "recordHash", e.document -> 'headline' as headline,
      ${sql.raw(RETIRED_ON_COLUMN)} as "retiredOn", ${sql.raw(IS_OVERDUE_COLUMN)} as "isOverdue"
    from trading_bots b left join bot_evidence e on e.subject = b.name
    where b.id = ${botId} order by e.recorded_at desc, e.id desc limit 1`;
  if (row === undefined) return { verdict: "not-judged", recordHash: null, retiredOn: null, isOverdue: false };
  const { headline, ...standing } = row;
  return { ...standing, verdict: headline === null ? "not-judged" : readHeadline(headline).verdict };
}

interface RecordedHeadline {
  recordedAt: Date;
  /** The hash of the rule. */
  parameters: string;
  headline: EvidenceHeadline;
}

/** A rule with its parameters, registered before its results are known. */
export interface Registration {
  botName: string;
  rule: string;
  parameters: Readonly<Record<string, unknown>>;
  parametersHash: string;
  dataHash: string | null;
  /** ISO time; null opens the window at the time of the registration. */
  windowOpens: string | null;
}

/**
 * Registers a rule with its parameters. A rule that is registered already keeps its first registration, unless another
 * window is asked for. The database sets the time.
 */
export async function insertRegistration(sql: Queryable, registration: Registration): Promise<void> {
  const { botName, rule, parameters, parametersHash, dataHash, windowOpens } = registration;
  await sql`
    insert into strategy_registrations (bot_name, rule, parameters, parameters_hash, data_hash, window_opens)
    select ${botName}, ${rule}, ${JSON.stringify(parameters)}::text::jsonb, ${parametersHash}, ${dataHash}, ${windowOpens}::timestamptz
    where not exists (
      select from strategy_registrations
      where bot_name = ${botName} and parameters_hash = ${parametersHash}
        and (${windowOpens}::timestamptz is null or window_opens = ${windowOpens}::timestamptz))`;
}

/** The newest registered rule of a bot. */
export interface NewestRule {
  botName: string;
  parametersHash: string;
  /** True when investors have money in the bot. */
  isHeld: boolean;
}

export function listNewestRules(sql: Queryable): Promise<NewestRule[]> {
  return sql<NewestRule[]>`
    select distinct on (r.bot_name) r.bot_name as "botName", r.parameters_hash as "parametersHash", exists (
      select from positions p join trading_bots b on b.id = p.bot_id where b.name = r.bot_name and p.is_active) as "isHeld"
    from strategy_registrations r order by r.bot_name, r.id desc`;
}

export interface RegistrationRow {
  rule: string;
  parametersHash: string;
  dataHash: string | null;
  registeredAt: Date;
  windowOpens: Date;
}

/** Lists a bot's registrations, oldest first. */
export function listRegistrations(sql: Queryable, botName: string): Promise<RegistrationRow[]> {
  return sql<RegistrationRow[]>`
    select rule, parameters_hash as "parametersHash", data_hash as "dataHash", registered_at as "registeredAt",
      window_opens as "windowOpens"
    from strategy_registrations where bot_name = ${botName} order by registered_at, id`;
}

export interface EvidenceBot {
  id: string;
  name: string;
  market: BotMarket;
  strategy: string;
}

/** Lists the bots in catalogue order. */
export function listEvidenceBots(sql: Queryable): Promise<EvidenceBot[]> {
  return sql<EvidenceBot[]>`select id, name, market, strategy from trading_bots where is_active order by place`;
}
