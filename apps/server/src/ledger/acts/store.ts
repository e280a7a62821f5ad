import type { Queryable } from "../../platform/db/pool.ts";

/** The figures that limit what an administrator does alone. */
export interface AloneSums {
  /** The amount that their acts without a second administrator could move since the time. */
  actedAlone: string;
  /** The number of other administrators who may decide with them. */
  approvers: number;
  /** The number of all administrators. */
  administrators: number;
}

/** Text of the columns of `AloneSums`, over `asked` with an administrator's and an investor's id (or null) and a time `since`. */
export const ALONE_SUMS = `acted_alone(asked.admin_id, asked.since)::text as "actedAlone", (
    select count(*)::int from users
    where is_admin and admin_role in ('money', 'full') and deleted_at is null and is_active
      and id <> asked.admin_id and id is distinct from asked.investor_id
  ) as approvers, (select count(*)::int from users where is_admin and deleted_at is null and is_active) as administrators`;

/** The administrators who may decide on money now, and all of them, as JSON. */
export const COUNTED_PEOPLE = `(select json_build_object('administrators', count(*),
    'deciders', count(*) filter (where a.admin_role in ('money', 'full'))) from users a
  where a.is_admin and a.deleted_at is null and a.is_active)`;

export async function readAloneSums(
  sql: Queryable,
  { adminId, investorId, since }: { adminId: string; investorId: string | null; since: Date },
): Promise<AloneSums> {
  const [row] = await sql<AloneSums[]>`
    select ${sql.raw(ALONE_SUMS)}
    from (select ${adminId}::uuid as admin_id, ${investorId}::uuid as investor_id, ${since}::timestamptz as since) asked`;
  if (row === undefined) throw new Error("no sums of acts were read");
  return row;
}
