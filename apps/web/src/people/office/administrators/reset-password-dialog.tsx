import { resetAdministratorPassword, type Administrator } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { formatName } from "../../../office/person/person.tsx";
import { useResetAdministratorPassword } from "./api.ts";
import * as texts from "../../../messages/admin-administrators.ts";

const FAILURE_DEFAULT = texts.failedToSendTheLink;
const resolver = schemaResolver(resetAdministratorPassword.body);

export function ResetPasswordDialog({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const reset = useResetAdministratorPassword();
  const name = formatName(administrator);
  const form = useForm({ resolver, defaultValues: { password: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await reset.mutateAsync({ params: { id: administrator.id }, body });
        toast.good(texts.success, texts.aLinkSentToEmail({ email: administrator.email }));
        onClose();
      } catch (failure) {
        showFieldErrors(failure, form.setError, ["password"]);
        toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <Dialog title={texts.sendNameLinkToReset({ name })} onClose={onClose} busy={reset.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p>
          {texts.endsAllSessionsAndSends({ email: <strong className="font-semibold">{administrator.email}</strong> })}
        </p>
        <PasswordField
          label={texts.yourPassword}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        {reset.isError ? <FailureNotice error={reset.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={reset.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={reset.isPending} pendingLabel={texts.sending}>
            {texts.sendLink}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
