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
import { formatName } from "../person/person.tsx";
import { useAppointAdministrator } from "./api.ts";
import { RoleChoice } from "./role-choice.tsx";

const FAILURE_DEFAULT = "Failed to appoint administrator";
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
        toast.good("Success", `${formatName(made)} is now an administrator.`);
        onClose();
      } catch (failure) {
        showFieldErrors(failure, form.setError, ["email", "role", "password"]);
        toast.bad("Error", failureText(failure, FAILURE_DEFAULT));
      }
    },
    (invalid) => toast.bad("Error", getFirstMessage(invalid)),
  );

  return (
    <Dialog title="Appoint administrator" onClose={onClose} busy={make.isPending}>
      <form noValidate onSubmit={onSubmit(submit)} className="grid gap-5">
        <p className="text-14 text-muted">
          They need an account with no balance, no bots and no pending requests. They are signed out everywhere and then
          sign in to the back office. They no longer appear in the list of users.
        </p>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register("email")}
        />
        <RoleChoice error={errors.role?.message} {...form.register("role")} />
        <PasswordField
          label="Your password"
          hint="Required to change who has access"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        {make.isError ? <FailureNotice error={make.error} fallback={FAILURE_DEFAULT} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={make.isPending}>
            Cancel
          </Button>
          <Button type="submit" pending={make.isPending} pendingLabel="Saving...">
            {" "}
            Appoint administrator{" "}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
