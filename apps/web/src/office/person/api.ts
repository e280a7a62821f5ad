import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { getUser, listUserMovements, listUserSessions, type AdminUserDetail } from "@wazi/contracts";
import { useCallback } from "react";
import { ApiError, call } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

/** Everything about one user except their lists. */
export function useUserDetail(userId: string): UseQueryResult<AdminUserDetail> {
  return useQuery({
    queryKey: [getUser.path, userId],
    queryFn: ({ signal }) => call(getUser, { params: { id: userId }, signal }),
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : getRefetchMs()),
    staleTime: 0,
  });
}

/** True if the user does not exist, was deleted or became an administrator. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Refreshes everything shown about a user after a change or a refusal. */
export function useRefreshUser(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const { path } of [getUser, listUserMovements, listUserSessions]) {
      void queryClient.invalidateQueries({ queryKey: [path] });
    }
  }, [queryClient]);
}
