import { resetAdministratorPassword, type Administrator } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { useResetAdministratorPassword } from "./api.ts";
import * as texts from "../../../messages/admin-administrators.ts";

const resolver = schemaResolver(resetAdministratorPassword.body);

export function ResetPasswordDialog({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const reset = useResetAdministratorPassword();
  const name = formatName(administrator);
  const form = useForm({ resolver, defaultValues: { password: "" } });
  const field = bindFields(form);

  return (
    <ConfirmDialog
      title={texts.passwordLinkTitle({ name })}
      mutation={reset}
      form={form}
      toInput={(body) => ({ params: { id: administrator.id }, body })}
      submitLabel={texts.sendLink}
      pendingLabel={texts.sending}
      done={texts.passwordLinkDone({ email: administrator.email })}
      failed={texts.passwordLinkFailed}
      onClose={onClose}
    >
      <p>{texts.passwordLinkEffect({ email: <strong className="font-semibold">{administrator.email}</strong> })}</p>
      <PasswordField label={texts.yourPassword} autoComplete="current-password" {...field("password")} />
    </ConfirmDialog>
  );
}
