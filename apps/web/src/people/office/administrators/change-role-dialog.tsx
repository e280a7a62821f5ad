import { changeAdministratorRole, type Administrator, type BodyInputOf } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { roleLabels } from "../../../office/access/admin-access.ts";
import { formatName } from "../../../office/person/person.tsx";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { useChangeAdministratorRole } from "./api.ts";
import { RoleChoice } from "./role-choice.tsx";
import * as texts from "../../../messages/admin-administrators.ts";

const UNCHANGED = texts.roleDialogNotYet;
const resolver = schemaResolver(changeAdministratorRole.body);

export function ChangeRoleDialog({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const change = useChangeAdministratorRole();
  const name = formatName(administrator);
  const form = useForm({ resolver, defaultValues: { role: administrator.role, password: "" } });
  const field = bindFields(form);
  const { errors } = form.formState;
  const role = useWatch({ control: form.control, name: "role" });

  function toInput(body: BodyInputOf<typeof changeAdministratorRole>) {
    if (body.role !== administrator.role) return { params: { id: administrator.id }, body };
    form.setError("role", { type: "custom", message: UNCHANGED });
    form.setFocus("role");
    toast.bad(texts.error, UNCHANGED);
    return undefined;
  }

  return (
    <ConfirmDialog
      title={texts.roleDialogTitle({ name })}
      mutation={change}
      form={form}
      toInput={toInput}
      submitLabel={texts.changeRole}
      pendingLabel={texts.saving}
      done={(_, body) => texts.roleDialogDone({ name, role: roleLabels[body.role].toLowerCase() })}
      failed={texts.roleDialogFailed}
      onClose={onClose}
    >
      <RoleChoice current={administrator.role} error={errors.role?.message} {...form.register("role")} />
      <p role="status" className="text-14">
        {role === administrator.role ? (
          <>
            {texts.roleDialogNoEffect({
              email: <strong className="font-semibold">{administrator.email}</strong>,
              role: roleLabels[administrator.role].toLowerCase(),
            })}
          </>
        ) : (
          <>
            {texts.roleDialogEffect({
              email: <strong className="font-semibold">{administrator.email}</strong>,
              role: roleLabels[administrator.role].toLowerCase(),
              role2: roleLabels[role].toLowerCase(),
            })}
          </>
        )}
      </p>
      <PasswordField label={texts.yourPassword} autoComplete="current-password" {...field("password")} />
    </ConfirmDialog>
  );
}
