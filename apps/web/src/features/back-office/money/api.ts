import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getMoneyFlows, moneyFlowDays, type AnswerOf } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";

export type MoneyFlows = AnswerOf<typeof getMoneyFlows>;
export type MoneyRange = (typeof moneyFlowDays)[number];

/** Days that are over stand still; today's figures are read again this often. */
const REFRESH_MS = 30_000;
const DEFAULT_RANGE: MoneyRange = "30";

/** The range that an address asks for; the shortest where it asks for none that there is. */
export function readRange(search: URLSearchParams): MoneyRange {
  return moneyFlowDays.find((range) => range === search.get("days")) ?? DEFAULT_RANGE;
}

/** What came, went and stood there on each of the latest days. While another range is read, the last one stays in sight. */
export function useMoneyFlows(range: MoneyRange): UseQueryResult<MoneyFlows> {
  return useQuery({
    queryKey: [getMoneyFlows.path, range],
    queryFn: ({ signal }) => call(getMoneyFlows, { query: { days: range }, signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
