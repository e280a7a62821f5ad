import { useState } from "react";
import { isOutcomeUnknown } from "../../../lib/api-client.ts";

/** Whether one of these tries, or one before them in the same dialog, got no answer, so that it may have been done. */
export function useUnanswered(...tries: readonly { error: Error | null }[]): boolean {
  const [was, remember] = useState(false);
  const is = tries.some(({ error }) => error !== null && isOutcomeUnknown(error));
  if (is && !was) remember(true);
  return is || was;
}
