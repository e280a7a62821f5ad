import { resendMail, getOperations, type FailedMail, type Operations } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useAdminMutation } from "../access/admin-mutation.ts";
import { Age } from "../display/age.tsx";

/** Where mails go, and those that could not be delivered, latest first. */
export function FailedMails({ mail }: { mail: Operations["mail"] }) {
  return (
    <>
      <p className="text-14 text-muted">Mails go to: {mail.transport}</p>
      {mail.failedCount === 0 ? (
        <p className="mt-2 text-14 text-muted">Every mail of the last 90 days was delivered or is on its way.</p>
      ) : (
        <>
          <p className="mt-2 text-14 font-semibold">
            {mail.failedCount === 1
              ? "1 mail could not be delivered"
              : `${mail.failedCount.toLocaleString("en-US")} mails could not be delivered`}
          </p>
          <ul
            className="mt-2 max-h-96 divide-y divide-line overflow-auto border-t border-line text-14"
            tabIndex={0}
            aria-label="Mails that could not be delivered, latest first"
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
  const resend = useAdminMutation(resendMail, [getOperations]);
  const submit = (): void =>
    resend.mutate(
      { params: { id: mail.id } },
      {
        onSuccess: () => toast.good("Mail Queued", "It is tried again from the beginning."),
        onError: (error) => toast.bad("Not Sent", failureText(error, "Failed to send the mail again")),
      },
    );
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="min-w-0 font-semibold break-all">{mail.recipient}</span>
        <Age at={mail.failedAt} />
      </p>
      <p className="text-muted">
        {mail.template}, {mail.attempts === 1 ? "1 attempt" : `${mail.attempts} attempts`}
      </p>
      <p className="break-words">{mail.reason}</p>
      {mail.canBeSentAgain ? (
        <Button
          look="secondary"
          className="justify-self-start"
          pending={resend.isPending}
          pendingLabel="Sending..."
          onClick={submit}
        >
          Send again
        </Button>
      ) : (
        <p className="text-muted">Its link has ended. The person can ask for a new one.</p>
      )}
    </li>
  );
}
