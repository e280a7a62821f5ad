import { revokeAdministrator, type Administrator } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { roleLabels } from "../../../office/access/admin-access.ts";
import { formatName } from "../../../office/person/person.tsx";
import { useRevokeAdministrator } from "./api.ts";
import * as texts from "../../../messages/admin-administrators.ts";

const FAILURE_DEFAULT = texts.failedToRevokeAccess;
const resolver = schemaResolver(revokeAdministrator.body);

export function RevokeAdministratorDialog({
  administrator,
  onClose,
}: {
  administrator: Administrator;
  onClose: () => void;
}) {
  const revoke = useRevokeAdministrator();
  const name = formatName(administrator);
  const form = useForm({ resolver, defaultValues: { password: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        await revoke.mutateAsync({ params: { id: administrator.id }, body });
        toast.good(texts.success, texts.nameNoLongerAdministrator({ name }));
        onClose();
      } catch (failure) {
        showFieldErrors(failure, form.setError, ["password"]);
        toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <Dialog title={texts.revokeAccessOfName({ name })} onClose={onClose} busy={revoke.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p>
          {texts.removesBackOfficeAccessRole({
            role: roleLabels[administrator.role].toLowerCase(),
            email: <strong className="font-semibold">{administrator.email}</strong>,
          })}
        </p>
        <PasswordField
          label={texts.yourPassword}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        {revoke.isError ? <FailureNotice error={revoke.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={revoke.isPending}>
            {texts.cancel}
          </Button>
          <Button look="danger" type="submit" pending={revoke.isPending} pendingLabel={texts.saving}>
            {" "}
            {texts.revokeAccess}{" "}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
