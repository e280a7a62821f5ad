import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";

/** Where the user is signed in, the last used first. */
export function useOwnSessions(): UseQueryResult<OwnSession[]> {
  return useQuery({
    queryKey: [listOwnSessions.path],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    staleTime: 0,
  });
}

/** Also a refusal is news: the session is gone already. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  });
}
