import { useState } from "react";
import { useForm } from "react-hook-form";
import { failureText } from "../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast-store.ts";
import {
  changeEmailResolver,
  useAccountDetails,
  useCancelEmailChange,
  useChangeEmail,
  useSendVerification,
} from "./details-api.ts";

/** The e-mail address: whether it is confirmed, and a change of it. */
export function EmailSection({ email }: { email: string }) {
  const details = useAccountDetails();
  const [isChanging, setChanging] = useState(false);
  return (
    <QueryState query={details} loading={<SkeletonRows rows={2} />} what="your e-mail address">
      {({ emailVerified, pendingEmail }) => (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium break-all">
            {email}
            <Tag look={emailVerified ? "gain" : "wait"}>{emailVerified ? "Confirmed" : "Not confirmed"}</Tag>
          </p>
          {emailVerified ? null : <Unverified />}
          {pendingEmail === null ? null : <PendingChange newEmail={pendingEmail} />}
          {isChanging ? (
            <ChangeForm onDone={() => setChanging(false)} />
          ) : (
            <Button look="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
              Change e-mail address
            </Button>
          )}
        </div>
      )}
    </QueryState>
  );
}

function Unverified() {
  const send = useSendVerification();
  const submit = (): void =>
    send.mutate(undefined, {
      onSuccess: () => toast.good("Mail Sent", "Open it and click the link. It works for 7 days."),
      onError: (error) => toast.bad("Not Sent", failureText(error, "Failed to send the mail")),
    });
  return (
    <Notice>
      <p>
        Please confirm your address, so that we know that our mails reach you. Deposits and withdrawals work without it.
      </p>
      <Button look="secondary" className="mt-3" pending={send.isPending} pendingLabel="Sending..." onClick={submit}>
        Send the link again
      </Button>
    </Notice>
  );
}

function PendingChange({ newEmail }: { newEmail: string }) {
  const cancel = useCancelEmailChange();
  const submit = (): void =>
    cancel.mutate(undefined, {
      onError: (error) => toast.bad("Not Cancelled", failureText(error, "Failed to cancel the change")),
    });
  return (
    <Notice title="Waiting for your new address">
      <p>
        We sent a link to <strong className="break-all">{newEmail}</strong>. Your address changes when you click it.
      </p>
      <Button
        look="secondary"
        className="mt-3"
        pending={cancel.isPending}
        pendingLabel="Cancelling..."
        onClick={submit}
      >
        Cancel change
      </Button>
    </Notice>
  );
}

const nothingTyped = { newEmail: "", currentPassword: "" };

function ChangeForm({ onDone }: { onDone: () => void }) {
  const change = useChangeEmail();
  const form = useForm({ resolver: changeEmailResolver, defaultValues: nothingTyped });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await change.mutateAsync(body);
      toast.good("Check Your New Address", "We sent a link there. The change also tells your current address.");
      onDone();
    } catch (error) {
      showFieldErrors(error, form.setError, ["newEmail", "currentPassword"]);
      toast.bad("Change Failed", failureText(error, "Failed to change your e-mail address"));
    }
  });
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
      <TextField
        label="New e-mail address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.newEmail?.message}
        {...form.register("newEmail")}
      />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <p className="text-14 text-muted">After the change, withdrawals wait 24 hours.</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={change.isPending} pendingLabel="Sending...">
          Send link
        </Button>
        <Button look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
