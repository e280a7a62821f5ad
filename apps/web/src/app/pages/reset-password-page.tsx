import { useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { loadRecovery } from "../../people/investor/accounts/load-recovery.ts";
import { PasswordStrengthMarks } from "../../people/investor/accounts/password-strength-marks.tsx";
import { useLinkToken } from "../../people/investor/accounts/use-link-token.ts";
import { failureText } from "../../lib/api-client.ts";
import { lazyResolver, onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { EntryShell } from "../shell/entry-shell.tsx";
import * as texts from "../../messages/accounts.ts";

const resolver = lazyResolver(async () => (await loadRecovery()).resetPasswordResolver);

export default function ResetPasswordPage() {
  useTitle(texts.newPassword);
  const token = useLinkToken();
  const [isDone, setDone] = useState(false);
  return (
    <EntryShell>
      <h1 className="text-32">{texts.newPasswordHeading}</h1>
      {isDone ? (
        <div role="status" className="mt-4 grid gap-4">
          <Notice look="good" title={texts.newPasswordDoneTitle}>
            {texts.newPasswordDoneText}
          </Notice>
          <TextLink href="/signin">{texts.signIn}</TextLink>
        </div>
      ) : token === "" ? (
        <div className="mt-4 grid gap-4">
          <Notice look="danger" role="alert">
            {texts.linkIncomplete}
          </Notice>
          <TextLink href="/forgot-password">{texts.newPasswordNewLink}</TextLink>
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
      setFailure(failureText(error, texts.newPasswordFailed));
    }
  });
  return (
    <>
      <p className="mt-2 mb-8 text-muted">{texts.newPasswordEffect}</p>
      <form
        noValidate
        method="post"
        onFocus={() => void loadRecovery()}
        onSubmit={onSubmit(submit)}
        className="grid gap-5"
      >
        <PasswordField
          label={texts.newPasswordLabel}
          showLabel={texts.showNewPassword}
          hint={texts.passwordHint}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...form.register("newPassword")}
        />
        <PasswordStrengthMarks password={useWatch({ control: form.control, name: "newPassword" })} className="-mt-3" />
        <PasswordField
          label={texts.confirmPassword}
          showLabel={texts.showConfirmPassword}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register("confirmPassword")}
        />
        {failure === undefined ? null : (
          <Notice look="danger" role="alert">
            {failure} <TextLink href="/forgot-password">{texts.newPasswordNewLink}</TextLink>
          </Notice>
        )}
        <Button type="submit" className="min-h-12" pending={isSubmitting} pendingLabel={texts.saving}>
          {texts.newPasswordSubmit}
        </Button>
      </form>
    </>
  );
}
