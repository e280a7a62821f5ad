import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/lasting-mutation.ts";
import {
  type BodyInputOf,
  changePassword,
  changeProfile,
  endOtherSessions,
  endOwnSession,
  getCurrentUser,
  listOwnSessions,
  type OwnSession,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

/** The user's sessions, most recently used first. */
export function useOwnSessions(): UseQueryResult<OwnSession[]> {
  return useQuery({
    queryKey: [listOwnSessions.path],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    staleTime: 0,
  });
}

/** Refetches after an error too, because the session may already be gone. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  });
}

export const profileResolver = schemaResolver(changeProfile.body);

/** Stores the returned user in the cache. */
export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof changeProfile>) => call(changeProfile, { body }),
    onSuccess: (user) => queryClient.setQueryData([getCurrentUser.path], user),
  });
}

export const passwordResolver = schemaResolver(changePassword.body);

/** Ends all other sessions and gives this one a new token. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof changePassword>) => call(changePassword, { body, renewsSession: true }),
    // Some reads were cancelled.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
