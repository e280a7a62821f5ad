import type { LocalCurrency, Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import { part, type Queryable, type Tx } from "../../platform/db/pool.ts";

/** A rate: units of the currency for one US dollar, as a decimal string. */
export interface LocalRate {
  currency: LocalCurrency;
  rate: string;
  /** Where it comes from, in the words of the administrator. */
  source: string;
  setAt: Date;
}

/** A rate, and when it takes effect; null when it is in force. */
export interface TimedLocalRate extends LocalRate {
  takesEffectAt: Date | null;
}

const COLUMNS = `currency, rate::text, source, set_at as "setAt",
  case when takes_effect_at > now() then takes_effect_at end as "takesEffectAt"`;
const IN_FORCE = part`(takes_effect_at is null or takes_effect_at <= now())`;
const NEWEST_FIRST = "coalesce(takes_effect_at, set_at) desc, id desc";

/** The rate of a currency that is in force; null if none was ever set. The caller decides how old it may be. */
export async function findLocalRate(sql: Queryable, currency: string): Promise<LocalRate | null> {
  const [row] = await sql<TimedLocalRate[]>`
    select ${sql.raw(COLUMNS)} from local_rates where currency = ${currency} and ${IN_FORCE}
    order by ${sql.raw(NEWEST_FIRST)} limit 1`;
  return row ?? null;
}

/** A rate in force, whatever its age. */
export interface RateInForce {
  id: string;
  currency: string;
  rate: string;
}

export async function findRateInForce(sql: Queryable, currency: string): Promise<RateInForce | null> {
  const [row] = await sql<RateInForce[]>`
    select id::text, currency, trim_scale(rate)::text as rate from local_rate_in_force(${currency})`;
  return row ?? null;
}

/** The rate in force of the currency of a user's country; null for another country, and without a rate. */
export async function findOwnLocalRate(sql: Queryable, userId: string): Promise<LocalRate | null> {
  const [row] = await sql<LocalRate[]>`
    select r.currency, trim_scale(r.rate)::text as rate, r.source, r.set_at as "setAt"
    from users u cross join lateral local_rate_of_country(u.country) r where u.id = ${userId}`;
  return row ?? null;
}

/** The rate in force of each currency that has one, and the rates that take effect later. */
export function listLocalRates(sql: Queryable): Promise<TimedLocalRate[]> {
  return sql<TimedLocalRate[]>`
    select ${sql.raw(COLUMNS)} from (
      (select distinct on (currency) * from local_rates where ${IN_FORCE} order by currency, ${sql.raw(NEWEST_FIRST)})
      union all select * from local_rates where takes_effect_at > now()
    ) listed order by currency, "takesEffectAt" nulls first`;
}

interface NewLocalRate extends TimedLocalRate {
  setBy: string | null;
  confirmedBy: string | null;
  isAnchor: boolean;
}

export async function insertLocalRate(tx: Tx, row: NewLocalRate): Promise<void> {
  await tx`
    insert into local_rates (currency, rate, source, set_by, set_at, takes_effect_at, confirmed_by, is_anchor)
    values (${row.currency}, ${row.rate}, ${row.source}, ${row.setBy}, ${row.setAt}, ${row.takesEffectAt}, ${row.confirmedBy},
      ${row.isAnchor})`;
}

/** Locks the rates of a currency until the transaction ends, so that one decision after another is made. */
export async function lockLocalRates(tx: Tx, currency: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(72342, hashtext(${currency}))`;
}

/** Compares a rate with the anchor of its currency: true if it differs by at most `percent`; null without an anchor. */
export async function isNearAnchor(
  tx: Tx,
  { currency, rate, percent }: Pick<LocalRate, "currency" | "rate"> & { percent: number },
): Promise<boolean | null> {
  const [row] = await tx<{ isNear: boolean }[]>`
    select abs(${rate}::numeric - rate) * 100 <= rate * ${percent}::int as "isNear" from local_rates
    where currency = ${currency} and is_anchor and ${IN_FORCE} order by ${tx.raw(NEWEST_FIRST)} limit 1`;
  return row?.isNear ?? null;
}

/**
 * The dollars that a new rate would move: its difference from the one in force, on what is open in the currency and what was settled since
 * a time, as a day's volume. Rounded up to the cent; 0 without a rate in force.
 */
export async function readRateValue(
  tx: Tx,
  { currency, rate, since }: Pick<LocalRate, "currency" | "rate"> & { since: Date },
): Promise<string> {
  const [row] = await tx<{ value: string }[]>`
    select (ceil(abs(${rate}::numeric / rate - 1) * 100 * ((
      select coalesce(sum(w.amount), 0) from withdrawals w join withdrawal_local_amounts l on l.withdrawal_id = w.id
      where l.currency = ${currency} and (w.status in ('pending', 'processing') or w.settled_at > ${since})
    ) + (
      select coalesce(sum(d.amount), 0) from deposits d join deposit_local_amounts l on l.deposit_id = d.id
      where l.currency = ${currency} and (d.status = 'pending' or d.settled_at > ${since})
    )) ) / 100)::numeric(14, 2)::text as value
    from local_rates where currency = ${currency} and ${IN_FORCE} order by ${tx.raw(NEWEST_FIRST)} limit 1`;
  return row?.value ?? "0";
}

/** A rate that waits for another administrator. */
export interface RateProposalRow {
  id: string;
  currency: LocalCurrency;
  rate: string;
  source: string;
  askedBy: string;
  asker: Person;
  askedAt: Date;
}

const PROPOSAL_COLUMNS = `id::text, currency, rate::text, source, asked_by as "askedBy", ${personColumn("asked_by", "asker")},
  asked_at as "askedAt"`;

export async function insertRateProposal(
  tx: Tx,
  row: Pick<RateProposalRow, "currency" | "rate" | "source" | "askedBy" | "askedAt">,
): Promise<RateProposalRow> {
  const [inserted] = await tx<RateProposalRow[]>`
    insert into local_rate_proposals (currency, rate, source, asked_by, asked_at)
    values (${row.currency}, ${row.rate}, ${row.source}, ${row.askedBy}, ${row.askedAt})
    returning ${tx.raw(PROPOSAL_COLUMNS)}`;
  if (inserted === undefined) throw new Error("the proposal was not inserted");
  return inserted;
}

/** The proposals since a time that nobody has decided, oldest first. */
export function listRateProposals(sql: Queryable, since: Date): Promise<RateProposalRow[]> {
  return sql<RateProposalRow[]>`
    select ${sql.raw(PROPOSAL_COLUMNS)} from local_rate_proposals where decision is null and asked_at > ${since} order by id limit 50`;
}

/** Finds an open proposal since a time, and locks it until the transaction ends. */
export async function lockRateProposal(tx: Tx, id: string, since: Date): Promise<RateProposalRow | null> {
  const [row] = await tx<RateProposalRow[]>`
    select ${tx.raw(PROPOSAL_COLUMNS)} from local_rate_proposals
    where id = ${id}::bigint and decision is null and asked_at > ${since} for update`;
  return row ?? null;
}

export async function decideRateProposal(
  tx: Tx,
  { id, decision, decidedBy, decidedAt }: { id: string; decision: string; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await tx`
    update local_rate_proposals set decision = ${decision}, decided_by = ${decidedBy}, decided_at = ${decidedAt} where id = ${id}::bigint`;
}
