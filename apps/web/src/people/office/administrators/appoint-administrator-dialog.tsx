import { appointAdministrator, type AdminRole } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextField } from "../../../ui/field.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { useAppointAdministrator } from "./api.ts";
import { RoleChoice } from "./role-choice.tsx";
import * as texts from "../../../messages/admin-administrators.ts";

const resolver = schemaResolver(appointAdministrator.body);
/** The role with the fewest rights. */
const DEFAULT_ROLE: AdminRole = "read-only";

/** Appoints a registered user as an administrator. The input is kept after a refusal. */
export function AppointAdministratorDialog({ onClose }: { onClose: () => void }) {
  const make = useAppointAdministrator();
  const form = useForm({ resolver, defaultValues: { email: "", role: DEFAULT_ROLE, password: "" } });
  const field = bindFields(form);
  const { errors } = form.formState;

  return (
    <ConfirmDialog
      title={texts.appointAdministrator}
      mutation={make}
      form={form}
      toInput={(body) => ({ body })}
      submitLabel={texts.appointAdministrator}
      pendingLabel={texts.saving}
      done={(made) => texts.appointDone({ made: formatName(made) })}
      failed={texts.appointFailed}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.appointConditions}</p>
      <TextField
        label={texts.email}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field("email")}
      />
      <RoleChoice error={errors.role?.message} {...form.register("role")} />
      <PasswordField
        label={texts.yourPassword}
        hint={texts.ownPasswordHint}
        autoComplete="current-password"
        {...field("password")}
      />
    </ConfirmDialog>
  );
}
