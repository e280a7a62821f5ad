import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Call, Page } from "@wazi/contracts";
import { call, type CallInput } from "../../lib/api-client.ts";

/** One page of a list, for every form of answer. */
export interface RecordPage<Row> {
  items: Row[];
  nextCursor: string | null;
  previousCursor: string | null;
  /** Undefined if the server does not count the rows, as in some searches and long lists. */
  total: number | undefined;
}

function toRecordPage<Row>(answer: Row[] | Page<Row>): RecordPage<Row> {
  if (Array.isArray(answer)) {
    return { items: answer, nextCursor: null, previousCursor: null, total: answer.length };
  }
  const { items, nextCursor, previousCursor = null } = answer;
  const isWhole = nextCursor === null && previousCursor === null;
  return { items, nextCursor, previousCursor, total: answer.total ?? (isWhole ? items.length : undefined) };
}

type RowOf<Answer> = Answer extends readonly (infer Row)[]
  ? Row
  : Answer extends { items: (infer Row)[] }
    ? Row
    : never;
type AnswerRow<C extends Call> = RowOf<Awaited<ReturnType<typeof call<C>>>>;

/**
 * One page of a list, refreshed at the given interval and never cached. The previous page stays visible while the next
 * one loads.
 */
export function useRecordPage<C extends Call>(
  definition: C,
  {
    query,
    params,
    everyMs,
  }: {
    query: Readonly<Record<string, string>>;
    params?: Readonly<Record<string, string>>;
    everyMs: number | (() => number);
  },
): UseQueryResult<RecordPage<AnswerRow<C>>> {
  return useQuery({
    queryKey: [definition.path, params ?? null, query],
    queryFn: async ({ signal }) =>
      toRecordPage(
        (await call(definition, { query, params, signal } as unknown as CallInput<C>)) as
          | AnswerRow<C>[]
          | Page<AnswerRow<C>>,
      ),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
