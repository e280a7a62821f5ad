import { resendMail, getOperations, type FailedMail, type Operations } from "@wazi/contracts";
import { useCallMutation } from "../../lib/call-mutation.ts";
import { failureText } from "../../lib/api-client.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { toast } from "../../ui/toast-store.ts";
import { Age } from "../display/age.tsx";
import { RowButton } from "../records/row-button.tsx";
import { getMailName } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/** Where mails go, and those that could not be delivered, latest first. */
export function FailedMails({ mail }: { mail: Operations["mail"] }) {
  return (
    <>
      <p className="text-14 text-muted">{texts.mailsTransport({ transport: mail.transport })}</p>
      {mail.failedCount === 0 ? (
        <p className="mt-2 text-14 text-muted">{texts.mailsAllDelivered}</p>
      ) : (
        <>
          <p className="mt-2 text-14 font-semibold">
            {mail.failedCount === 1
              ? texts.mailsFailedOne
              : texts.mailsFailedMany({ failedCount: mail.failedCount.toLocaleString("en-US") })}
          </p>
          <ul
            className="mt-2 max-h-96 divide-y divide-line overflow-auto border-t border-line text-14"
            tabIndex={0}
            aria-label={texts.mailsLabel}
          >
            {mail.failed.map((each) => (
              <FailedMailRow key={each.id} mail={each} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function FailedMailRow({ mail }: { mail: FailedMail }) {
  const resend = useCallMutation(resendMail, [getOperations]);
  const submit = (): void => {
    if (resend.isPending) return;
    resend.mutate(
      { params: { id: mail.id } },
      {
        onSuccess: () => toast.good(texts.mailQueued, texts.mailResendDone),
        onError: (error) => toast.bad(texts.notSent, failureText(error, texts.mailResendFailed)),
      },
    );
  };
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 break-all">
          <TextLink href={`/admin/users/${mail.userId}`}>{mail.recipient}</TextLink>
        </span>
        <Age at={mail.failedAt} />
      </p>
      <p className="text-muted">
        {getMailName(mail.template)},{" "}
        {mail.attempts === 1 ? texts.mailOneAttempt : texts.mailAttempts({ attempts: mail.attempts })}
      </p>
      <p className="break-words">{mail.reason}</p>
      {mail.canBeSentAgain ? (
        <span>
          <RowButton
            label={resend.isPending ? texts.sending : texts.sendAgain}
            spoken={(resend.isPending ? texts.sendingSpoken : texts.sendAgainSpoken)({ recipient: mail.recipient })}
            right="manage"
            onClick={submit}
          />
        </span>
      ) : (
        <p className="text-muted">{texts.mailLinkEnded}</p>
      )}
    </li>
  );
}
