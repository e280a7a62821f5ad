import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useAcceptTerms } from "./details-api.ts";

/** Asks for the current terms. It closes nothing: withdrawing works without an answer. */
export default function TermsNotice() {
  const accept = useAcceptTerms();
  const submit = (): void =>
    accept.mutate(undefined, {
      onError: (error) => toast.bad("Not Saved", failureText(error, "Failed to save your answer")),
    });
  return (
    <Notice look="info" title="Please read our terms" className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[60ch]">
          The <TextLink href="/terms">terms</TextLink> and the <TextLink href="/privacy">privacy notice</TextLink> are
          new since you last accepted them. Everything keeps working while you read.
        </p>
        <Button look="secondary" pending={accept.isPending} pendingLabel="Saving..." onClick={submit}>
          Accept terms
        </Button>
      </div>
    </Notice>
  );
}
