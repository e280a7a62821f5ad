import type { AdminPayout, PayoutOverview, PayoutRailHealth, PayoutRailName } from "@wazi/contracts";
import { listSelectColumns } from "../../ledger/api.ts";
import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { PayoutRow } from "./decide-report.ts";
import type { WaitReason } from "./store.ts";

const MAX_PAYOUTS = 100;
const MAX_REVIEWS = 50;
const MAX_FEE_ROWS = 100;

interface ListedPayout extends PayoutRow {
  owner: Person;
  waitsFor: WaitReason | null;
}

const LISTED = `${listSelectColumns("payouts")},
  (
    select n.waits_for from payout_notes n where n.payout_id = payouts.id
      -- What the worker noted before the rail was resumed no longer holds.
      and (n.waits_for <> 'stopped' or exists (select from payout_rail_stops s where s.rail = payouts.rail and s.resumed_at is null))
  ) as "waitsFor",
  ${personColumn("(select w.user_id from withdrawals w where w.id = payouts.withdrawal_id)", "owner")}`;

/** Payments in flight, those with an unknown result first, then the oldest; then the latest that ended. */
export async function listPayouts(sql: Queryable): Promise<AdminPayout[]> {
  const rows = await sql<ListedPayout[]>`
    (select ${sql.raw(LISTED)} from payouts where state in ('approved', 'sent', 'unknown')
      order by state = 'unknown' desc, approved_at, id limit ${MAX_PAYOUTS})
    union all
    (select ${sql.raw(LISTED)} from payouts where state not in ('approved', 'sent', 'unknown')
      order by ended_at desc nulls last, id limit ${MAX_PAYOUTS})`;
  return rows.slice(0, MAX_PAYOUTS).map(toAdminPayout);
}

export async function findListedPayout(sql: Queryable, id: string): Promise<ListedPayout | null> {
  const [row] = await sql<ListedPayout[]>`select ${sql.raw(LISTED)} from payouts where id = ${id}`;
  return row ?? null;
}

const text = (at: Date | null): string | null => at && at.toISOString();

export function toAdminPayout(row: ListedPayout): AdminPayout {
  const { owner, rail, version: _version, approvedBy: _by, reasonCode: _code, ...rest } = row;
  return {
    ...rest,
    rail: rail as PayoutRailName,
    user: owner,
    rateAt: row.rateAt.toISOString(),
    approvedAt: row.approvedAt.toISOString(),
    nextAt: row.nextAt.toISOString(),
    sentAt: text(row.sentAt),
    endedAt: text(row.endedAt),
  };
}

interface HealthRow {
  rail: PayoutRailName;
  stop: { at: string; by: Person; reason: string } | null;
  approved: number;
  approvedSince: Date | null;
  sent: number;
  sentSince: Date | null;
  unknown: number;
  unknownSince: Date | null;
  sentAmount: string;
  failed: number;
  lastConfirmedAt: Date | null;
}

/** The state of the given rails. @param dailyLimitOf a rail's limit as a decimal string in US dollars */
export async function readRailHealth(
  sql: Queryable,
  rails: readonly string[],
  dailyLimitOf: (rail: string) => string | null,
  now: Date,
): Promise<PayoutRailHealth[]> {
  const rows = await sql<HealthRow[]>`
    select r.rail,
      (select jsonb_build_object('at', s.stopped_at, 'reason', s.reason, 'by', jsonb_build_object(
          'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name))
        from payout_rail_stops s join users u on u.id = s.stopped_by where s.rail = r.rail and s.resumed_at is null) as stop,
      count(*) filter (where p.state = 'approved')::int as approved,
      min(p.approved_at) filter (where p.state = 'approved') as "approvedSince",
      count(*) filter (where p.state = 'sent')::int as sent, min(p.sent_at) filter (where p.state = 'sent') as "sentSince",
      count(*) filter (where p.state = 'unknown')::int as unknown,
      min(p.sent_at) filter (where p.state = 'unknown') as "unknownSince",
      coalesce(sum(p.amount) filter (where p.sent_at > ${now}::timestamptz - interval '24 hours'
        and p.state in ('sent', 'unknown', 'confirmed', 'reversed')), 0)::numeric(14, 2)::text as "sentAmount",
      count(*) filter (where p.state = 'failed' and p.ended_at > ${now}::timestamptz - interval '24 hours')::int as failed,
      max(p.ended_at) filter (where p.state = 'confirmed') as "lastConfirmedAt"
    from unnest(${rails}::text[]) with ordinality r (rail, n) left join payouts p on p.rail = r.rail
    group by r.rail, r.n order by r.n`;
  return rows.map((row) => ({
    rail: row.rail,
    stopped: row.stop && { ...row.stop, at: new Date(row.stop.at).toISOString() },
    waiting: { count: row.approved, oldestAt: text(row.approvedSince) },
    sent: { count: row.sent, oldestAt: text(row.sentSince) },
    unknown: { count: row.unknown, oldestAt: text(row.unknownSince) },
    sentAmount: row.sentAmount,
    dailyLimit: dailyLimitOf(row.rail),
    failed24h: row.failed,
    lastConfirmedAt: text(row.lastConfirmedAt),
  }));
}

export async function listReviews(sql: Queryable): Promise<PayoutOverview["reviews"]> {
  const rows = await sql<(Omit<PayoutOverview["reviews"][number], "foundAt"> & { foundAt: Date })[]>`
    select id::text, payout_id as "payoutId", rail, kind, summary, found_at as "foundAt",
      (select p.withdrawal_id from payouts p where p.id = payout_id) as "withdrawalId"
    from payout_reviews
    where decided_at is null order by found_at, id limit ${MAX_REVIEWS}`;
  return rows.map(({ foundAt, ...row }) => ({ ...row, foundAt: foundAt.toISOString() }));
}

export function listFees(sql: Queryable): Promise<PayoutOverview["fees"]> {
  return sql<PayoutOverview["fees"]>`
    select rail, to_char(ended_at at time zone 'UTC', 'YYYY-MM') as month,
      count(*) filter (where state <> 'failed')::int as payouts,
      coalesce(sum(amount) filter (where state <> 'failed'), 0)::numeric(14, 2)::text as paid,
      coalesce(sum(fee), 0)::numeric(14, 2)::text as fees,
      count(*) filter (where fee is null and state <> 'failed')::int as "withoutFee"
    from payouts where state in ('confirmed', 'reversed') or (state = 'failed' and fee is not null) group by 1, 2 order by 2 desc, 1 limit ${MAX_FEE_ROWS}`;
}
