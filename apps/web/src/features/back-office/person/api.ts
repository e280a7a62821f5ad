import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { getUser, listUserMovements, listUserSessions, type AdminUserDetail } from "@wazi/contracts";
import { useCallback } from "react";
import { ApiError, call } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";

/** Everything about one user but their lists. */
export function useUserDetail(userId: string): UseQueryResult<AdminUserDetail> {
  return useQuery({
    queryKey: [getUser.path, userId],
    queryFn: ({ signal }) => call(getUser, { params: { id: userId }, signal }),
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : getRefetchMs()),
    staleTime: 0,
  });
}

/** There is no such user: there never was, or somebody has deleted them, or made an administrator of them. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Reads again what is shown of one user: after something was done to them, or refused. */
export function useRefreshUser(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const { path } of [getUser, listUserMovements, listUserSessions]) {
      void queryClient.invalidateQueries({ queryKey: [path] });
    }
  }, [queryClient]);
}
