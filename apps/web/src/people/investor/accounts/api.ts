import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/call-mutation.ts";
import {
  acceptTerms,
  type AccountDetails,
  type BodyInputOf,
  cancelEmailChange,
  changeAccountDetails,
  changeEmail,
  changePassword,
  changeProfile,
  deleteOwnAccount,
  endOtherSessions,
  endOwnSession,
  getAccountDetails,
  getCurrentUser,
  getDeletion,
  listOwnSessions,
  type OwnSession,
  sendVerification,
  TERMS_VERSION,
} from "@wazi/contracts";
import { call, queryOf } from "../../../lib/api-client.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

export function useAccountDetails(): UseQueryResult<AccountDetails> {
  return useQuery({ ...queryOf(getAccountDetails), staleTime: 0 });
}

/** Stores the returned details in the cache. */
export function useChangeDetails() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof changeAccountDetails>) => call(changeAccountDetails, { body }),
    onSuccess: (details) => queryClient.setQueryData([getAccountDetails.path], details),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [getCurrentUser.path] }),
  });
}

export function useAcceptTerms() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: () => call(acceptTerms, { body: { version: TERMS_VERSION } }),
    onSuccess: () =>
      Promise.all(
        [getCurrentUser.path, getAccountDetails.path].map((path) =>
          queryClient.invalidateQueries({ queryKey: [path] }),
        ),
      ),
  });
}

export const changeEmailResolver = schemaResolver(changeEmail.body);

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof changeEmail>) => call(changeEmail, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [getAccountDetails.path] }),
  });
}

export function useCancelEmailChange() {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [getAccountDetails.path] }),
  });
}

export function useSendVerification() {
  return useLastingMutation({ mutationFn: () => call(sendVerification, {}) });
}

export function useDeletionObstacles(): UseQueryResult<{
  obstacles: string[];
}> {
  return useQuery({ ...queryOf(getDeletion), staleTime: 0 });
}

export const deleteAccountResolver = schemaResolver(deleteOwnAccount.body);

export function useDeleteAccount() {
  return useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof deleteOwnAccount>) => call(deleteOwnAccount, { body }),
  });
}

/** The user's sessions, most recently used first. */
export function useOwnSessions(): UseQueryResult<OwnSession[]> {
  return useQuery({ ...queryOf(listOwnSessions), staleTime: 0 });
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
