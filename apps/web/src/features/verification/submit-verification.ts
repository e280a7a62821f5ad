import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getCurrentUser, getVerification, submitVerification, type BodyInputOf } from "@wazi/contracts";
import { useState } from "react";
import { callWithProgress } from "../../lib/call-with-progress.ts";

/** Sends the documents. `sentPct` is how much of them has left this device, in whole per cent. */
export function useSubmitVerification() {
  const queryClient = useQueryClient();
  const [sentPct, setSentPct] = useState(0);
  const submission = useMutation({
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
