import type { BackOfficeOverview } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

interface OverviewRow {
  users: number;
  deposits: number;
  oldest_deposit: Date | null;
  withdrawals: number;
  oldest_withdrawal: Date | null;
  verifications: number;
  oldest_verification: Date | null;
  adjustments: number;
  oldest_adjustment: Date | null;
}

export async function readOverview(sql: Queryable, now: Date): Promise<BackOfficeOverview> {
  const [row] = await sql<OverviewRow[]>`
    select (select count(*)::int from users where not is_admin and deleted_at is null) as users,
      d.count as deposits, d.oldest as oldest_deposit, w.count as withdrawals, w.oldest as oldest_withdrawal,
      v.count as verifications, v.oldest as oldest_verification,
      a.count as adjustments, a.oldest as oldest_adjustment
    from (select count(*)::int as count, min(created_at) as oldest from deposits where status = 'pending') d,
      (select count(*)::int as count, min(created_at) as oldest from withdrawals
        where status in ('pending', 'processing')) w,
      (select count(*)::int as count, min(created_at) as oldest from verifications where status = 'pending') v,
      (select count(*)::int as count, min(asked_at) as oldest from adjustments
        where status = 'pending' and expires_at > ${now}) a`;
  if (!row) throw new Error("no overview");
  const waiting = (count: number, oldest: Date | null) => ({ count, oldestAt: oldest?.toISOString() ?? null });
  return {
    users: row.users,
    deposits: waiting(row.deposits, row.oldest_deposit),
    withdrawals: waiting(row.withdrawals, row.oldest_withdrawal),
    verifications: waiting(row.verifications, row.oldest_verification),
    adjustments: waiting(row.adjustments, row.oldest_adjustment),
  };
}
