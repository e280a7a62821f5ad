import type { Queryable } from "../../platform/db/pool.ts";

/** Counts of the API's answers, by duration. */
export interface AnswerCounts {
  answers: number;
  /** The answers with a status of 500 or above. */
  serverErrors: number;
  /** One count for each duration step in office/status/answer-times.ts. */
  byStep: number[];
}

/** Sums the counts of all processes since a time. */
export async function sumAnswers(sql: Queryable, since: Date): Promise<AnswerCounts> {
  const [sums] = await sql<AnswerCounts[]>`
    with recent as (select * from heartbeats where minute >= ${since})
    select (select coalesce(sum(answers), 0) from recent)::int as answers,
      (select coalesce(sum(server_errors), 0) from recent)::int as "serverErrors",
      array(
        select sum(count)::int from recent, unnest(answers_by_step) with ordinality as t (count, step)
        group by step order by step
      ) as "byStep"`;
  if (!sums) throw new Error("The query for the sums returned no row");
  return sums;
}
