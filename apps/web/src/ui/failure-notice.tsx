import { ApiError, failureText } from "../lib/api-client.ts";
import { Notice } from "./notice.tsx";

/** What went wrong with a call, at the form that made it. Says what happened to the money where that is open. */
export function FailureNotice({ error, fallback }: { error: unknown; fallback: string }) {
  const isOpen = !(error instanceof ApiError) || error.status >= 500;
  return (
    <Notice look="danger" role="alert">
      <p className="font-medium">{failureText(error, fallback)}</p>
      {isOpen ? (
        <p className="mt-1">
          No clear answer came back. You can try again as it stands: the same request is never done twice.
        </p>
      ) : null}
    </Notice>
  );
}
