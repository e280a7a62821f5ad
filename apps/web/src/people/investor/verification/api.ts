import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/lasting-mutation.ts";
import {
  type BodyInputOf,
  getCurrentUser,
  getVerification,
  submitVerification,
  type Verification,
} from "@wazi/contracts";
import { useState } from "react";
import { call } from "../../../lib/api-client.ts";
import { callWithProgress } from "../../../lib/call-with-progress.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";

/** The latest submission, or null. Refetches while it is pending, because a reviewer decides on it. */
export function useVerification(): UseQueryResult<Verification | null> {
  return useQuery({
    queryKey: [getVerification.path],
    queryFn: ({ signal }) => call(getVerification, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? getRefetchMs() : false),
  });
}

/** Uploads the documents. `sentPct` is the uploaded share in whole percent. */
export function useSubmitVerification() {
  const queryClient = useQueryClient();
  const [sentPct, setSentPct] = useState(0);
  const submission = useLastingMutation({
    mutationFn: (body: BodyInputOf<typeof submitVerification>) => {
      setSentPct(0);
      return callWithProgress(submitVerification, body, (share) => setSentPct(Math.floor(share * 100)));
    },
    onSuccess: async (verification) => {
      queryClient.setQueryData([getVerification.path], verification);
      await queryClient.invalidateQueries({ queryKey: [getCurrentUser.path] });
    },
  });
  return { ...submission, sentPct };
}
