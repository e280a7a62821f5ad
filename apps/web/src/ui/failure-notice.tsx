import { ApiError, failureText } from "../lib/api-client.ts";
import { Notice } from "./notice.tsx";
import * as texts from "../messages/shared.ts";

/** The error of a form's request. If the outcome is unknown, it explains that retrying is safe. */
export function FailureNotice({ error, fallback }: { error: unknown; fallback: string }) {
  // A price is asked for before anything moves. The server is also busy when it lost its database at a commit.
  const isOpen = !(error instanceof ApiError) || (error.status >= 500 && error.code !== "PRICE_UNAVAILABLE");
  return (
    <Notice look="danger" role="alert">
      <p className="font-medium">{failureText(error, fallback)}</p>
      {isOpen ? <p className="mt-1">{texts.failureUnknownResult}</p> : null}
    </Notice>
  );
}
