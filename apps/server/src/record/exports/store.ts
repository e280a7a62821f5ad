import type { Queryable } from "../../platform/db/pool.ts";
import type { PackedIds } from "../../platform/paging/packed-ids.ts";

/** Tables that can be exported, with the column of the investor whom a row is about. */
const investorColumns: Readonly<Record<string, string>> = {
  users: "id",
  deposits: "user_id",
  withdrawals: "user_id",
  verifications: "user_id",
};

/** Records whose rows an export has, one row for each investor. @param auditId the export's entry in the audit log */
export async function insertExportedInvestors(
  tx: Queryable,
  { auditId, table, ids }: { auditId: bigint; table: string; ids: PackedIds },
): Promise<void> {
  const column = investorColumns[table];
  if (column === undefined) throw new Error(`The table ${table} has no investors.`);
  await tx`
    insert into exported_investors (user_id, audit_id)
    select distinct t.${tx.raw(column)}, ${auditId}::bigint from ${tx.raw(table)} t
    where t.id in (
      select encode(substr(${ids}::bytea, n * 16 + 1, 16), 'hex')::uuid
      from generate_series(0, length(${ids}::bytea) / 16 - 1) n)`;
}
