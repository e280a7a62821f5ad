import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/lasting-mutation.ts";
import {
  acceptTerms,
  cancelEmailChange,
  changeAccountDetails,
  changeEmail,
  deleteOwnAccount,
  getAccountDetails,
  getCurrentUser,
  getDeletion,
  sendVerification,
  TERMS_VERSION,
  type AccountDetails,
  type BodyInputOf,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";

export function useAccountDetails(): UseQueryResult<AccountDetails> {
  return useQuery({
    queryKey: [getAccountDetails.path],
    queryFn: ({ signal }) => call(getAccountDetails, { signal }),
    staleTime: 0,
  });
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

export function useDeletionObstacles(): UseQueryResult<{ obstacles: string[] }> {
  return useQuery({
    queryKey: [getDeletion.path],
    queryFn: ({ signal }) => call(getDeletion, { signal }),
    staleTime: 0,
  });
}

export const deleteAccountResolver = schemaResolver(deleteOwnAccount.body);

export function useDeleteAccount() {
  return useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof deleteOwnAccount>) => call(deleteOwnAccount, { body }),
  });
}
