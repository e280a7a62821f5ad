import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getMoneyFlows, moneyFlowDays, type AnswerOf } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

export type MoneyFlows = AnswerOf<typeof getMoneyFlows>;
export type MoneyRange = (typeof moneyFlowDays)[number];

/** Past days never change. Today's figures are refreshed this often. */
const REFRESH_MS = 30_000;
const DEFAULT_RANGE: MoneyRange = "30";

/** The range in the address, or the default for an unknown one. */
export function readRange(search: URLSearchParams): MoneyRange {
  return moneyFlowDays.find((range) => range === search.get("days")) ?? DEFAULT_RANGE;
}

/** Money flows of the latest days. The previous range stays visible while another one loads. */
export function useMoneyFlows(range: MoneyRange): UseQueryResult<MoneyFlows> {
  return useQuery({
    queryKey: [getMoneyFlows.path, range],
    queryFn: ({ signal }) => call(getMoneyFlows, { query: { days: range }, signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
