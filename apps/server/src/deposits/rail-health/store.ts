import type { DepositRailHealth } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import type { PaymentNetwork } from "../chains/store.ts";

/** Notes a round that worked. @param tip the latest block of the node; null for M-Pesa */
export async function recordRailSuccess(sql: Queryable, network: PaymentNetwork, tip: number | null): Promise<void> {
  await sql`
    insert into deposit_rail_health (network, succeeded_at, tip) values (${network}, clock_timestamp(), ${tip})
    on conflict (network) do update set succeeded_at = excluded.succeeded_at, tip = excluded.tip`;
}

/** Notes a round that failed. @param error a short text without secrets */
export async function recordRailFailure(sql: Queryable, network: PaymentNetwork, error: string): Promise<void> {
  await sql`
    insert into deposit_rail_health (network, failed_at, error) values (${network}, clock_timestamp(), ${error})
    on conflict (network) do update set failed_at = excluded.failed_at, error = excluded.error`;
}

export type RailReading = Omit<DepositRailHealth, "state"> & {
  /** The end of the first round. */
  firstAt: string | null;
};

/** Lists the state of reading deposits from each of these networks, in their order. */
export async function listRailReadings(sql: Queryable, networks: readonly PaymentNetwork[]): Promise<RailReading[]> {
  const rows = await sql<ReadingRow[]>`
    select n.network, h.first_at as "firstAt", h.succeeded_at as "lastSuccessAt", h.tip::text, h.failed_at as "failedAt", h.error,
      case when n.network <> 'MPESA' then c.height::text end as height, c.read_at as "lastReadAt",
      case when n.network = 'MPESA' then
        (select e.received_at from mpesa_events e where e.kind <> 'pull' order by e.id desc limit 1) end as "lastReportAt"
    from unnest(${[...networks]}::text[]) with ordinality n (network, place)
    left join deposit_rail_health h on h.network = n.network
    left join chain_cursors c on c.network = n.network
    order by n.place`;
  return rows.map((row) => ({
    network: row.network,
    firstAt: toText(row.firstAt),
    lastSuccessAt: toText(row.lastSuccessAt),
    lastError: row.failedAt && row.error !== null ? { at: row.failedAt.toISOString(), text: row.error } : null,
    tip: toNumber(row.tip),
    height: toNumber(row.height),
    lastReadAt: toText(row.lastReadAt),
    lastReportAt: toText(row.lastReportAt),
  }));
}

interface ReadingRow {
  network: PaymentNetwork;
  firstAt: Date | null;
  lastSuccessAt: Date | null;
  tip: string | null;
  failedAt: Date | null;
  error: string | null;
  height: string | null;
  lastReadAt: Date | null;
  lastReportAt: Date | null;
}

const toText = (at: Date | null): string | null => at && at.toISOString();
const toNumber = (digits: string | null): number | null => (digits === null ? null : Number(digits));
