import type { Person } from "@wazi/contracts";
import type { Queryable, Tx } from "../../platform/db/pool.ts";
import { personColumn } from "../../record/api.ts";
import type { RowFor } from "../door/door-rows.ts";

/** The figures that limit what an administrator does alone. */
export interface AloneSums {
  /** The amount that their acts without a second administrator could move since the time. */
  actedAlone: string;
  /** The number of other administrators who may decide with them at the end of the 24 hours. */
  approvers: number;
  /** The number of all administrators. */
  administrators: number;
}

/** Text of the columns of `AloneSums`, over `asked` with an administrator's and an investor's id (or null) and a time `since`. */
export const ALONE_SUMS = `acted_alone(asked.admin_id, asked.since)::text as "actedAlone", (
    select count(*)::int from users
    where is_admin and deleted_at is null and id is distinct from asked.investor_id
      and may_decide_with(id, asked.admin_id, asked.since + interval '24 hours')
  ) as approvers, (select count(*)::int from users where is_admin and deleted_at is null and is_active) as administrators`;

/** All administrators, and those who may decide on money, as JSON: 0 of these where none counts as a second person. */
export const COUNTED_PEOPLE = `(select json_build_object('administrators', count(*),
    'deciders', count(*) filter (where a.admin_role in ('money', 'full')) * max((coalesce(eligible_from(a.id) <= now(), false))::int)) from users a
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

/** Waits for every act of an administrator that is being posted, and keeps others out until the transaction ends. Takes its lock last, as the door does. */
export async function lockActsAlone(tx: Tx, { adminId, since }: { adminId: string; since: Date }): Promise<void> {
  await tx`select acted_alone_now(${adminId}, ${since})`;
}

export async function insertActAlone(tx: Tx, row: RowFor<"actsAlone">): Promise<void> {
  await tx`
    insert into acts_alone (id, admin_id, act, subject_id, amount, acted_at)
    values (${row.id}, ${row.adminId}, ${row.act}, ${row.subjectId}, ${row.amount}, ${row.actedAt})`;
}

/** From when two administrators can decide on an act together. */
export interface Standing {
  second: Person;
  /** Null: any other administrator. */
  first: Person | null;
  /** Null: not at all. */
  from: Date | null;
  /** From when the second one counts with others. */
  eligibleFrom: Date | null;
}

/** @param pair `first` acts and `second` agrees; null for any other administrator */
export async function readStanding(
  sql: Queryable,
  { second, first }: { second: string; first: string | null },
): Promise<Standing> {
  const [row] = await sql<Standing[]>`
    select ${sql.raw(personColumn("pair.second", "second"))}, ${sql.raw(personColumn("pair.first", "first"))},
      may_decide_from(pair.second, pair.first) as "from", eligible_from(pair.second) as "eligibleFrom"
    from (select ${second}::uuid as second, ${first}::uuid as first) pair`;
  if (row === undefined) throw new Error("the standing was not read");
  return row;
}
