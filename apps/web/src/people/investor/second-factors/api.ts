import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/call-mutation.ts";
import {
  addPasskey,
  confirmAuthenticator,
  getCurrentUser,
  getSecondFactors,
  listOwnSessions,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
  startAuthenticator,
  startPasskey,
  type AddedFactor,
  type PasskeyRegistrationOptions,
  type SecondFactors,
} from "@wazi/contracts";
import { call, queryOf } from "../../../lib/api-client.ts";
import { createPasskey } from "../../../lib/passkeys.ts";

/** The user's second factors. */
export function useSecondFactors(): UseQueryResult<SecondFactors> {
  return useQuery({ ...queryOf(getSecondFactors), staleTime: 0 });
}

/** Reads again everything that a change of factors changes. */
function useFactorMutation<Input, Answer>(run: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useLastingMutation({
    mutationFn: run,
    onSuccess: () => {
      for (const { path } of [getSecondFactors, getCurrentUser, listOwnSessions])
        void queryClient.invalidateQueries({ queryKey: [path] });
    },
  });
}

export const useStartAuthenticator = () => useLastingMutation({ mutationFn: () => call(startAuthenticator, {}) });
export const useConfirmAuthenticator = () =>
  useFactorMutation((code: string): Promise<AddedFactor> => call(confirmAuthenticator, { body: { code } }));
export const useRemoveAuthenticator = () => useFactorMutation(() => call(removeAuthenticator, {}));
export const useReplaceRecoveryCodes = () => useFactorMutation(() => call(replaceRecoveryCodes, {}));

export const useStartPasskey = () => useLastingMutation({ mutationFn: () => call(startPasskey, {}) });
export const useAddPasskey = () =>
  useFactorMutation(
    async ({ name, options }: { name: string; options: PasskeyRegistrationOptions }): Promise<AddedFactor> => {
      const response = await createPasskey(options);
      return call(addPasskey, { body: { name, response } });
    },
  );
export const useRenamePasskey = () =>
  useFactorMutation(({ id, name }: { id: string; name: string }) =>
    call(renamePasskey, { params: { id }, body: { name } }),
  );
export const useRemovePasskey = () => useFactorMutation((id: string) => call(removePasskey, { params: { id } }));
