import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changePassword, listOwnSessions, type BodyInputOf } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

export const passwordResolver = schemaResolver(changePassword.body);

/** Ends all other sessions, and gives this one another token. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof changePassword>) => call(changePassword, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listOwnSessions.path] }),
  });
}
