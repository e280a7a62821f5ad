import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  type AnswerOf,
  type BalancePoint,
  getBalanceHistory,
  getStatement,
  listStatementMonths,
  type Statement,
} from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

export type StatementMonths = AnswerOf<typeof listStatementMonths>;

/** The months that there are statements of, newest first. */
export function useStatementMonths(): UseQueryResult<StatementMonths> {
  return useQuery({
    queryKey: [listStatementMonths.path],
    queryFn: ({ signal }) => call(listStatementMonths, { signal }),
    // What has happened since the page was last looked at belongs into it.
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

/** What the investor had at the end of each of the last 90 days, today as it is now. */
export function useBalanceHistory(): UseQueryResult<BalancePoint[]> {
  return useQuery({
    queryKey: [getBalanceHistory.path],
    queryFn: async ({ signal }) => (await call(getBalanceHistory, { signal })).points,
    staleTime: 0,
  });
}
