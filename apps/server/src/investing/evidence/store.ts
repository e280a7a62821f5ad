import type { EvidenceHeadline, EvidenceTrade, EvidenceVerdict, Market } from "@wazi/contracts";
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

/** The short form of the newest record about each subject, by its name. Earlier versions recorded the mean of all bots too. */
export async function listHeadlines(sql: Queryable): Promise<Map<string, RecordedHeadline>> {
  const rows = await sql<{ subject: string; recordedAt: Date; headline: StoredHeadline }[]>`
    select distinct on (subject) subject, recorded_at as "recordedAt", document -> 'headline' as headline
    from bot_evidence order by subject, recorded_at desc, id desc`;
  return new Map(
    rows.map(({ subject, recordedAt, headline }) => [subject, { recordedAt, headline: readHeadline(headline) }]),
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

/** The verdict on a bot and the record that gave it. */
export interface RecordedVerdict {
  verdict: EvidenceVerdict;
  /** Null without a record. */
  recordHash: string | null;
}

/** Finds the verdict of a bot's newest record. An unknown bot and one without a record are not judged. */
export async function findVerdict(sql: Queryable, botId: string): Promise<RecordedVerdict> {
  const [row] = await sql<{ recordHash: string; headline: StoredHeadline }[]>`
    select e.record_hash as "recordHash", e.document -> 'headline' as headline
    from trading_bots b join bot_evidence e on e.subject = b.name
    where b.id = ${botId} order by e.recorded_at desc, e.id desc limit 1`;
  return row === undefined
    ? { verdict: "not-judged", recordHash: null }
    : { verdict: readHeadline(row.headline).verdict, recordHash: row.recordHash };
}

export interface RecordedHeadline {
  recordedAt: Date;
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

/** Lists which rules are registered, whatever their windows. */
export function listRegisteredRules(sql: Queryable): Promise<{ botName: string; parametersHash: string }[]> {
  return sql<{ botName: string; parametersHash: string }[]>`
    select distinct bot_name as "botName", parameters_hash as "parametersHash" from strategy_registrations`;
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
  market: Market;
  strategy: string;
}

/** Lists the bots in catalogue order. */
export function listEvidenceBots(sql: Queryable): Promise<EvidenceBot[]> {
  return sql<EvidenceBot[]>`select id, name, market, strategy from trading_bots where is_active order by place`;
}
