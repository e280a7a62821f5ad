import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  endUserSession,
  endUserSessions,
  getUser,
  listUserSessions,
  removeSecondFactors,
  type UserSession,
} from "@wazi/contracts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { call } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";

/** The user's sessions, last used first; at most 100. */
export function useUserSessions(userId: string): UseQueryResult<UserSession[]> {
  return useQuery({
    queryKey: [listUserSessions.path, userId],
    queryFn: ({ signal }) => call(listUserSessions, { params: { id: userId }, signal }),
    refetchInterval: getRefetchMs,
    staleTime: 0,
  });
}

export function useEndUserSession() {
  return useCallMutation(endUserSession, [listUserSessions, getUser]);
}

export function useRemoveSecondFactors() {
  return useCallMutation(removeSecondFactors, [getUser, listUserSessions]);
}

export function useEndUserSessions() {
  return useCallMutation(endUserSessions, [listUserSessions, getUser]);
}
