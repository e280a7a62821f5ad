import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useAcceptTerms } from "./api.ts";
import * as texts from "../../../messages/accounts.ts";

/** Asks for the current terms. It closes nothing: withdrawing works without an answer. */
export default function TermsNotice() {
  const accept = useAcceptTerms();
  const submit = (): void =>
    accept.mutate(undefined, {
      onError: (error) => toast.bad(texts.notSaved, failureText(error, texts.termsFailed)),
    });
  return (
    <Notice look="info" title={texts.termsTitle} className="mb-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[60ch]">
          {texts.termsText({
            link: (text) => <TextLink href="/terms">{text}</TextLink>,
            link2: (text) => <TextLink href="/privacy">{text}</TextLink>,
          })}
        </p>
        <Button look="secondary" pending={accept.isPending} pendingLabel={texts.saving} onClick={submit}>
          {texts.acceptTerms}
        </Button>
      </div>
    </Notice>
  );
}
