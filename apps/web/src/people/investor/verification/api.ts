import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useLastingMutation } from "../../../lib/call-mutation.ts";
import {
  type AnswerOf,
  type BodyInputOf,
  type Call,
  getCurrentUser,
  getVerification,
  submitVerification,
  type Verification,
} from "@wazi/contracts";
import { useState } from "react";
import { ApiError, fillPath, queryOf } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";

/** Uploads over slow connections take time; after this long they are cancelled. */
const UPLOAD_TIMEOUT_MS = 180_000;

/**
 * Makes a call with a large body and reports the sent share from 0 to 1, which `fetch` cannot do. Rejects like `call`:
 * with `ApiError` for an answer other than 2xx, with a `TypeError` without one.
 */
function callWithProgress<C extends Call>(
  definition: C,
  body: BodyInputOf<C>,
  onProgress: (share: number) => void,
): Promise<AnswerOf<C>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(definition.method, fillPath(definition.path));
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", "application/json");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const { status, responseText, statusText } = request;
      if (status < 200 || status > 299) reject(new ApiError(status, responseText || statusText));
      else resolve((responseText === "" ? undefined : JSON.parse(responseText)) as AnswerOf<C>);
    };
    request.onerror = () => reject(new TypeError("The server did not respond"));
    request.ontimeout = request.onerror;
    request.send(JSON.stringify(body));
  });
}

/** The latest submission, or null. Refetches while it is pending, because a reviewer decides on it. */
export function useVerification(): UseQueryResult<Verification | null> {
  return useQuery({
    ...queryOf(getVerification),
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
