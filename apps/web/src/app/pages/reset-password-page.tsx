import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { loadRecovery } from "../../features/accounts/load-recovery.ts";
import { PasswordStrengthMarks } from "../../features/accounts/password-strength-marks.tsx";
import { useLinkToken } from "../../features/accounts/use-link-token.ts";
import { failureText } from "../../lib/api-client.ts";
import { lazyResolver, onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";

const resolver = lazyResolver(async () => (await loadRecovery()).resetPasswordResolver);

export default function ResetPasswordPage() {
  useTitle("New Password");
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  return (
    <EntryShell>
      <h1 className="text-32">Choose a new password</h1>
      {isDone ? (
        <div role="status" className="mt-4 grid gap-4">
          <Notice look="good" title="Your password was changed">
            All your sessions have ended. Sign in with the new password. If you use a second factor, you still need it.
            Withdrawals wait 24 hours.
          </Notice>
          <TextLink href="/signin">Sign in</TextLink>
        </div>
      ) : token === "" ? (
        <div className="mt-4 grid gap-4">
          <Notice look="danger" role="alert">
            This page needs the complete link from our mail. Open the mail and click the link again.
          </Notice>
          <TextLink href="/forgot-password">Ask for a new link</TextLink>
        </div>
      ) : (
        <NewPasswordForm token={token ?? ""} onDone={() => setDone(true)} />
      )}
    </EntryShell>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver,
    defaultValues: { token: "", newPassword: "", confirmPassword: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { setValue } = form;
  // Known only after the first render.
  useEffect(() => setValue("token", token), [setValue, token]);
  const submit = form.handleSubmit(async (body) => {
    setFailure(undefined);
    try {
      await (await loadRecovery()).resetPassword(body);
      onDone();
    } catch (error) {
      showFieldErrors(error, form.setError, ["newPassword", "confirmPassword"]);
      setFailure(
        failureText(error, "The service could not be reached. Your password was not changed. Please try again."),
      );
    }
  });
  return (
    <>
      <p className="mt-2 mb-8 text-muted">The new password ends all your sessions.</p>
      <form
        noValidate
        method="post"
        onFocus={() => void loadRecovery()}
        onSubmit={onSubmit(submit)}
        className="grid gap-5"
      >
        <PasswordField
          label="New password"
          hint="8+ characters with uppercase, lowercase, number & special character"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...form.register("newPassword")}
        />
        <PasswordStrengthMarks password={useWatch({ control: form.control, name: "newPassword" })} className="-mt-3" />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        {failure === undefined ? null : (
          <Notice look="danger" role="alert">
            {failure} <TextLink href="/forgot-password">Ask for a new link</TextLink>
          </Notice>
        )}
        <Button type="submit" className="min-h-12" pending={isSubmitting} pendingLabel="Saving...">
          Save new password
        </Button>
      </form>
    </>
  );
}
