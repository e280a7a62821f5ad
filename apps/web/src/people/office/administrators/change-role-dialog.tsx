import { changeAdministratorRole, type Administrator } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
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
import { useChangeAdministratorRole } from "./api.ts";
import { RoleChoice } from "./role-choice.tsx";
import * as texts from "../../../messages/admin-administrators.ts";

const FAILURE_DEFAULT = texts.failedToChangeTheRole;
const UNCHANGED = texts.chooseADifferentRole;
const resolver = schemaResolver(changeAdministratorRole.body);

export function ChangeRoleDialog({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const change = useChangeAdministratorRole();
  const name = formatName(administrator);
  const form = useForm({ resolver, defaultValues: { role: administrator.role, password: "" } });
  const { errors } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });

  const submit = form.handleSubmit(
    async (body) => {
      if (body.role === administrator.role) {
        form.setError("role", { type: "custom", message: UNCHANGED });
        form.setFocus("role");
        toast.bad(texts.error, UNCHANGED);
        return;
      }
      try {
        await change.mutateAsync({ params: { id: administrator.id }, body });
        toast.good(texts.success, texts.nameNowHasRoleRole({ name, role: roleLabels[body.role].toLowerCase() }));
        onClose();
      } catch (failure) {
        showFieldErrors(failure, form.setError, ["role", "password"]);
        toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <Dialog title={texts.changeTheRoleOfName({ name })} onClose={onClose} busy={change.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <RoleChoice current={administrator.role} error={errors.role?.message} {...form.register("role")} />
        <p role="status" className="text-14">
          {role === administrator.role ? (
            <>
              {texts.keepsTheRoleRole({
                email: <strong className="font-semibold">{administrator.email}</strong>,
                role: roleLabels[administrator.role].toLowerCase(),
              })}
            </>
          ) : (
            <>
              {texts.changesFromRoleToRole2({
                email: <strong className="font-semibold">{administrator.email}</strong>,
                role: roleLabels[administrator.role].toLowerCase(),
                role2: roleLabels[role].toLowerCase(),
              })}
            </>
          )}
        </p>
        <PasswordField
          label={texts.yourPassword}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        {change.isError ? <FailureNotice error={change.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={change.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={change.isPending} pendingLabel={texts.saving}>
            {texts.changeRole}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
