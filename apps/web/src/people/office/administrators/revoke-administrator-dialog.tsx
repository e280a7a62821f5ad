import { revokeAdministrator, type Administrator } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import { roleLabels } from "../../../office/access/admin-access.ts";
import { formatName } from "../../../office/person/person.tsx";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { useRevokeAdministrator } from "./api.ts";
import * as texts from "../../../messages/admin-administrators.ts";

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
  const field = bindFields(form);

  return (
    <ConfirmDialog
      title={texts.revokeTitle({ name })}
      mutation={revoke}
      form={form}
      toInput={(body) => ({ params: { id: administrator.id }, body })}
      submitLabel={texts.revokeAccess}
      pendingLabel={texts.saving}
      look="danger"
      done={texts.revokeDone({ name })}
      failed={texts.revokeFailed}
      onClose={onClose}
    >
      <p>
        {texts.revokeEffect({
          role: roleLabels[administrator.role].toLowerCase(),
          email: <strong className="font-semibold">{administrator.email}</strong>,
        })}
      </p>
      <PasswordField label={texts.yourPassword} autoComplete="current-password" {...field("password")} />
    </ConfirmDialog>
  );
}
