import { useForm, useWatch } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { passwordResolver, useChangePassword } from "./api.ts";
import { PasswordStrengthMarks } from "./password-strength-marks.tsx";
import { formatEndedSessions } from "./session-list.tsx";
import * as texts from "../../../messages/accounts.ts";

const nothingTyped = { currentPassword: "", newPassword: "", confirmPassword: "" };

/** Changes the password and ends all other sessions. */
export function PasswordForm({ email }: { email: string }) {
  const change = useChangePassword();
  const form = useForm({ resolver: passwordResolver, defaultValues: nothingTyped });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    try {
      const { endedSessions } = await change.mutateAsync(body);
      form.reset(nothingTyped);
      toast.good(texts.passwordChanged, formatEndedSessions(endedSessions));
    } catch (error) {
      showFieldErrors(error, form.setError, ["currentPassword", "newPassword", "confirmPassword"]);
      toast.bad(texts.changeFailed, failureText(error, texts.passwordFailed));
    }
  });

  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
      {/* Password managers store the new password under this user name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={texts.currentPassword}
        showLabel={texts.showCurrentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register("currentPassword")}
      />
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
      <Button type="submit" className="sm:justify-self-start" pending={change.isPending} pendingLabel={texts.changing}>
        {texts.changePassword}
      </Button>
    </form>
  );
}
