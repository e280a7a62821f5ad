import { failureText } from "../../lib/api-client.ts";
import { toast } from "../../ui/toast-store.ts";
import * as texts from "../../messages/admin-decisions.ts";

/** The toasts of a change, for `mutate`. `failed` is shown for an error that has no message. */
export function announce(done: string, failed: string) {
  return {
    onSuccess: () => toast.good(texts.success, done),
    onError: (error: Error) => toast.bad(texts.error, failureText(error, failed)),
  };
}
