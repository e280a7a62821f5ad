import { part, type Tx } from "../../platform/db/pool.ts";
import { MAX_LISTED, type FoundDifference } from "./difference.ts";

/**
 * A template tag for a query that finds all differences of a check. Lists the first of them by subject. They are found before
 * they are sorted: with the limit inside, the planner would search in the order of the result, as if there were many.
 */
export function listFound(
  tx: Tx,
): (strings: TemplateStringsArray, ...values: readonly unknown[]) => Promise<FoundDifference[]> {
  return (strings, ...values) => tx<FoundDifference[]>`
    with found as materialized (${part(strings, ...values)})
    select * from found order by subject limit ${MAX_LISTED}`;
}
