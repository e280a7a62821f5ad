import { failureText, isOutcomeUnknown } from "../lib/api-client.ts";
import { Notice } from "./notice.tsx";
import * as texts from "../messages/shared.ts";

/** The error of a form's request. If the outcome is unknown, it explains that retrying is safe. */
export function FailureNotice({ error, fallback }: { error: unknown; fallback: string }) {
  return (
    <Notice look="danger" role="alert">
      <p className="font-medium">{failureText(error, fallback)}</p>
      {isOutcomeUnknown(error) ? <p className="mt-1">{texts.failureUnknownResult}</p> : null}
    </Notice>
  );
}
