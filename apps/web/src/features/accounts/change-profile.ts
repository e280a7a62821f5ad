import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeProfile, getCurrentUser, type BodyInputOf } from "@wazi/contracts";
import { call } from "../../lib/api-client.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";

export const profileResolver = schemaResolver(changeProfile.body);

/** The answer is the user as it then is. */
export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof changeProfile>) => call(changeProfile, { body }),
    onSuccess: (user) => queryClient.setQueryData([getCurrentUser.path], user),
  });
}
