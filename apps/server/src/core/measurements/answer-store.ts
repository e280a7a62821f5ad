import type { Queryable } from "../../db/pool.ts";

/** Answers of the API, by how long they took. */
export interface AnswerCounts {
  answers: number;
  /** Of them, those with a status of 500 or above. */
  serverErrors: number;
  /** One count for each step of features/status/answer-times.ts. */
  byStep: number[];
}

/** Answers of all processes since a time, by step. */
export async function sumAnswers(sql: Queryable, since: Date): Promise<AnswerCounts> {
  const [sums] = await sql<AnswerCounts[]>`
    with recent as (select * from heartbeats where minute >= ${since})
    select (select coalesce(sum(answers), 0) from recent)::int as answers,
      (select coalesce(sum(server_errors), 0) from recent)::int as "serverErrors",
      array(
        select sum(count)::int from recent, unnest(answers_by_step) with ordinality as t (count, step)
        group by step order by step
      ) as "byStep"`;
  if (!sums) throw new Error("no sums");
  return sums;
}
