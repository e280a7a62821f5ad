import { appointAdministrator, type AdminRole } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { formatName } from "../../../office/person/person.tsx";
import { useAppointAdministrator } from "./api.ts";
import { RoleChoice } from "./role-choice.tsx";
import * as texts from "../../../messages/admin-administrators.ts";

const FAILURE_DEFAULT = texts.failedToAppointAdministrator;
const resolver = schemaResolver(appointAdministrator.body);
/** The role with the fewest rights. */
const DEFAULT_ROLE: AdminRole = "read-only";

/** Appoints a registered user as an administrator. The input is kept after a refusal. */
export function AppointAdministratorDialog({ onClose }: { onClose: () => void }) {
  const make = useAppointAdministrator();
  const form = useForm({ resolver, defaultValues: { email: "", role: DEFAULT_ROLE, password: "" } });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (body) => {
      try {
        const made = await make.mutateAsync({ body });
        toast.good(texts.success, texts.madeIsNowAnAdministrator({ made: formatName(made) }));
        onClose();
      } catch (failure) {
        showFieldErrors(failure, form.setError, ["email", "role", "password"]);
        toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <Dialog title={texts.appointAdministrator} onClose={onClose} busy={make.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="text-14 text-muted">{texts.theyNeedAccountWithNo}</p>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register("email")}
        />
        <RoleChoice error={errors.role?.message} {...form.register("role")} />
        <PasswordField
          label={texts.yourPassword}
          hint={texts.requiredToChangeWhoHas}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        {make.isError ? <FailureNotice error={make.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={make.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" pending={make.isPending} pendingLabel={texts.saving}>
            {" "}
            {texts.appointAdministrator}{" "}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
