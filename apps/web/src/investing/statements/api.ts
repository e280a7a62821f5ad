import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type AnswerOf, getStatement, listStatementMonths, type Statement } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

export type StatementMonths = AnswerOf<typeof listStatementMonths>;

/** The months with a statement, newest first. */
export function useStatementMonths(): UseQueryResult<StatementMonths> {
  return useQuery({
    queryKey: [listStatementMonths.path],
    queryFn: ({ signal }) => call(listStatementMonths, { signal }),
    // Include what has happened since the last visit.
    staleTime: 0,
  });
}

export function useStatement(month: string): UseQueryResult<Statement> {
  return useQuery({
    queryKey: [getStatement.path, month],
    queryFn: ({ signal }) => call(getStatement, { query: { month }, signal }),
    staleTime: 0,
  });
}
