import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useState } from "react";
import { failureText } from "../lib/api-client.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import * as texts from "../messages/shared.ts";

/** Shown if the server did not respond. */
export const NoAnswerText = createContext(texts.queryNoAnswer);

/**
 * Renders the four states of a query: loading, failed, empty and data. `failedTitle` is the title of a failure, which stays while the query
 * is tried again, so that it does not come and go with each refresh.
 */
export function QueryState<T>({
  query,
  failedTitle,
  loading,
  empty,
  children,
}: {
  query: UseQueryResult<T>;
  failedTitle: string;
  loading: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const noAnswer = use(NoAnswerText);
  const [failure, setFailure] = useState<Error | null>(null);
  if (query.error !== null && query.error !== failure) setFailure(query.error);
  if (query.data !== undefined) {
    const isEmpty = Array.isArray(query.data) && query.data.length === 0;
    return isEmpty && empty !== undefined ? empty : children(query.data);
  }
  if (failure === null || query.errorUpdateCount === 0) return loading;
  return (
    <Notice look="danger" role="alert" title={failedTitle}>
      <p>{failureText(failure, noAnswer)}</p>
      <Button look="secondary" className="mt-3" pending={query.isFetching} onClick={() => void query.refetch()}>
        {texts.tryAgain}
      </Button>
    </Notice>
  );
}
