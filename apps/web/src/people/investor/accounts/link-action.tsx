import { useState, type ReactNode } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useLinkToken } from "./use-link-token.ts";
import * as texts from "../../../messages/accounts.ts";

const NO_TOKEN = texts.linkIncomplete;

interface LinkActionProps {
  button: string;
  pending: string;
  look?: "danger";
  /** @returns what to show afterwards */
  act: (token: string) => Promise<ReactNode>;
  /** Shown below a failure: what to do next. */
  afterFailure: ReactNode;
}

/**
 * A button that uses the link of a mail. Opening the page changes nothing, because mail programs open links to check them.
 */
export function LinkAction({ button, pending, look, act, afterFailure }: LinkActionProps) {
  const token = useLinkToken();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState<ReactNode>();

  if (done !== undefined) return <div role="status">{done}</div>;
  const shown = token === "" ? NO_TOKEN : failure;
  const use = async (): Promise<void> => {
    if (token === undefined) return;
    setPending(true);
    setFailure(undefined);
    try {
      setDone(await act(token));
    } catch (error) {
      setFailure(failureText(error, texts.linkActionFailed));
    }
    setPending(false);
  };
  return (
    <div className="grid gap-5">
      {shown === undefined ? null : (
        <Notice look="danger" role="alert">
          {shown}
        </Notice>
      )}
      {token === "" ? null : (
        <Button
          className="min-h-12"
          look={look ?? "primary"}
          pending={isPending}
          pendingLabel={pending}
          disabled={token === undefined}
          onClick={() => void use()}
        >
          {button}
        </Button>
      )}
      {shown === undefined ? null : <div>{afterFailure}</div>}
    </div>
  );
}
