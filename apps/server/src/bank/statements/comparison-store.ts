import type { Queryable } from "../../platform/db/pool.ts";

/** Keeps the result of a comparison of the statements with our books. @param oldestDay YYYY-MM-DD; null without differences */
export async function saveComparison(
  sql: Queryable,
  { differences, oldestDay, at }: { differences: number; oldestDay: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into statement_comparisons (differences, oldest_on, compared_at) values (${differences}, ${oldestDay}::date, ${at})
    on conflict (only_one) do update set
      differences = excluded.differences, oldest_on = excluded.oldest_on, compared_at = excluded.compared_at
    where statement_comparisons.compared_at <= excluded.compared_at`;
}

/** When the statements were last compared with our books; null if never. */
export async function findComparedAt(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`select compared_at as at from statement_comparisons`;
  return row?.at ?? null;
}
