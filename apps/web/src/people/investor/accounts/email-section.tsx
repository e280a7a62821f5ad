import { useState } from "react";
import { useForm } from "react-hook-form";
import type { AccountDetails } from "@wazi/contracts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { toast } from "../../../ui/toast-store.ts";
import {
  changeEmailResolver,
  useAccountDetails,
  useCancelEmailChange,
  useChangeEmail,
  useSendVerification,
} from "./api.ts";
import * as texts from "../../../messages/accounts.ts";

/** The e-mail address: whether it is confirmed, and a change of it. */
export function EmailSection({ email }: { email: string }) {
  const details = useAccountDetails();
  const [isChanging, setChanging] = useState(false);
  return (
    <QueryState query={details} loading={<SkeletonRows rows={2} />} failedTitle={texts.emailFailedTitle}>
      {({ emailVerified, pendingEmail, emailChange }) => (
        <div className="grid gap-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium break-all">
            {email}
            <Tag look={emailVerified ? "gain" : "wait"}>{emailVerified ? texts.confirmed : texts.notConfirmed}</Tag>
          </p>
          {emailVerified ? null : <Unverified />}
          {pendingEmail === null ? null : <PendingChange newEmail={pendingEmail} change={emailChange} />}
          {isChanging ? (
            <ChangeForm onDone={() => setChanging(false)} />
          ) : (
            <Button look="secondary" className="justify-self-start" onClick={() => setChanging(true)}>
              {texts.emailChangeOpen}
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
      onSuccess: () => toast.good(texts.mailSent, texts.emailConfirmSent),
      onError: (error) => toast.bad(texts.notSent, failureText(error, texts.emailConfirmFailed)),
    });
  return (
    <Notice>
      <p>{texts.emailConfirmLead}</p>
      <Button look="secondary" className="mt-3" pending={send.isPending} pendingLabel={texts.sending} onClick={submit}>
        {texts.emailConfirmResend}
      </Button>
    </Notice>
  );
}

function PendingChange({ newEmail, change }: { newEmail: string; change: AccountDetails["emailChange"] }) {
  const cancel = useCancelEmailChange();
  const submit = (): void =>
    cancel.mutate(undefined, {
      onError: (error) => toast.bad(texts.notCancelled, failureText(error, texts.emailPendingCancelFailed)),
    });
  return (
    <Notice title={change?.isConfirmed ? texts.emailConfirmedTitle : texts.emailPendingTitle}>
      <p>
        {(change?.isConfirmed ? texts.emailConfirmedText : texts.emailPendingText)({
          newEmail: <strong className="break-all">{newEmail}</strong>,
        })}
        {change?.happensAt ? ` ${texts.emailPendingUntil({ time: formatDayAndTime(change.happensAt) })}` : null}
      </p>
      <Button
        look="secondary"
        className="mt-3"
        pending={cancel.isPending}
        pendingLabel={texts.cancelling}
        onClick={submit}
      >
        {texts.cancelChange}
      </Button>
    </Notice>
  );
}

const nothingTyped = { newEmail: "", currentPassword: "" };

function ChangeForm({ onDone }: { onDone: () => void }) {
  const change = useChangeEmail();
  const form = useForm({
    resolver: changeEmailResolver,
    defaultValues: nothingTyped,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await change.mutateAsync(body);
      toast.good(texts.emailChangeSentTitle, texts.emailChangeSentText);
      onDone();
    } catch (error) {
      showFieldErrors(error, form.setError, ["newEmail", "currentPassword"]);
      toast.bad(texts.changeFailed, failureText(error, texts.emailChangeFailed));
    }
  });
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
      <TextField
        label={texts.emailChangeLabel}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.newEmail?.message}
        {...form.register("newEmail")}
      />
      <PasswordField
        label={texts.yourPassword}
        showLabel={texts.showYourPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
      <p className="text-14 text-muted">{texts.emailChangeHold}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={change.isPending} pendingLabel={texts.sending}>
          {texts.sendLink}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
