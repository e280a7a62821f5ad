import {
  type Administrator,
  type AdminRole,
  adminRoles,
  appointAdministrator,
  type BodyInputOf,
  changeAdministratorRole,
  resetAdministratorPassword,
  revokeAdministrator,
} from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { PasswordField } from "../../../ui/password-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { roleDescriptions, roleLabels } from "../../../office/access/admin-access.ts";
import { formatName } from "../../../office/person/person.tsx";
import { bindFields } from "../../../office/decisions/use-decision.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import { DemoSecondTag } from "../../../office/decisions/second-person.tsx";
import {
  useAppointAdministrator,
  useChangeAdministratorRole,
  useResetAdministratorPassword,
  useRevokeAdministrator,
} from "./api.ts";
import * as texts from "../../../messages/admin-administrators.ts";
import { FieldError, TextField } from "../../../ui/field.tsx";
import { type ComponentProps, type InputHTMLAttributes, type Ref, useId } from "react";

/** The caller's own password, which every change of rights asks for. */
export function OwnPasswordField(
  rest: Omit<ComponentProps<typeof PasswordField>, "label" | "showLabel" | "autoComplete">,
) {
  return (
    <PasswordField
      label={texts.yourPassword}
      showLabel={texts.showYourPassword}
      autoComplete="current-password"
      {...rest}
    />
  );
}

const revokeResolver = schemaResolver(revokeAdministrator.body);

export function RevokeAdministratorDialog({
  administrator,
  onClose,
}: {
  administrator: Administrator;
  onClose: () => void;
}) {
  const revoke = useRevokeAdministrator();
  const name = formatName(administrator);
  const form = useForm({
    resolver: revokeResolver,
    defaultValues: { password: "" },
  });
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
          role: administrator.role,
          email: <strong className="font-semibold">{administrator.email}</strong>,
        })}
      </p>
      <OwnPasswordField {...field("password")} />
    </ConfirmDialog>
  );
}

const resetPasswordResolver = schemaResolver(resetAdministratorPassword.body);

export function ResetPasswordDialog({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const reset = useResetAdministratorPassword();
  const name = formatName(administrator);
  const form = useForm({
    resolver: resetPasswordResolver,
    defaultValues: { password: "" },
  });
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
      <p>
        {texts.passwordLinkEffect({
          email: <strong className="font-semibold">{administrator.email}</strong>,
        })}
      </p>
      <OwnPasswordField {...field("password")} />
    </ConfirmDialog>
  );
}

const appointResolver = schemaResolver(appointAdministrator.body);
/** The role with the fewest rights. */
const DEFAULT_ROLE: AdminRole = "read-only";

/** Appoints a registered user as an administrator. The input is kept after a refusal. */
export function AppointAdministratorDialog({
  isAlone,
  onClose,
}: {
  /** True in a demo with one administrator. */
  isAlone: boolean;
  onClose: () => void;
}) {
  const make = useAppointAdministrator();
  const form = useForm({
    resolver: appointResolver,
    defaultValues: { email: "", role: DEFAULT_ROLE, password: "" },
  });
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
      done={(made) => ("message" in made ? made.message : texts.appointDone({ made: formatName(made) }))}
      failed={texts.appointFailed}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.appointConditions}</p>
      {isAlone ? <DemoSecondTag /> : null}
      <p className="text-14 text-muted">{texts.appointWaits}</p>
      <TextField
        label={texts.email}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field("email")}
      />
      <RoleChoice error={errors.role?.message} {...form.register("role")} />
      <OwnPasswordField hint={texts.ownPasswordHint} {...field("password")} />
    </ConfirmDialog>
  );
}

const UNCHANGED = texts.roleDialogNotYet;
const changeRoleResolver = schemaResolver(changeAdministratorRole.body);

export function ChangeRoleDialog({ administrator, onClose }: { administrator: Administrator; onClose: () => void }) {
  const change = useChangeAdministratorRole();
  const name = formatName(administrator);
  const form = useForm({
    resolver: changeRoleResolver,
    defaultValues: { role: administrator.role, password: "" },
  });
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
      done={(answer, body) => ("message" in answer ? answer.message : texts.roleDialogDone({ name, role: body.role }))}
      failed={texts.roleDialogFailed}
      onClose={onClose}
    >
      <RoleChoice current={administrator.role} error={errors.role?.message} {...form.register("role")} />
      <p role="status" className="text-14">
        {role === administrator.role ? (
          <>
            {texts.roleDialogNoEffect({
              email: <strong className="font-semibold">{administrator.email}</strong>,
              role: administrator.role,
            })}
          </>
        ) : (
          <>
            {texts.roleDialogEffect({
              email: <strong className="font-semibold">{administrator.email}</strong>,
              role: administrator.role,
              newRole: role,
            })}
          </>
        )}
      </p>
      <OwnPasswordField {...field("password")} />
    </ConfirmDialog>
  );
}

/** The roles with their descriptions. */
function RoleChoice({
  current,
  error,
  ...input
}: {
  /** The current role, if any. */
  current?: AdminRole;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
} & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="mb-1.5 text-14 font-semibold">{texts.role}</legend>
      <div className="divide-y divide-line rounded-sm border border-outline">
        {adminRoles.map((role) => (
          <label
            key={role}
            className="flex min-h-11 cursor-pointer items-start gap-3 px-3.5 py-2.5 has-checked:bg-sunken"
          >
            <input {...input} type="radio" value={role} className="mt-0.5 size-5 shrink-0 accent-primary" />
            <span className="min-w-0 text-14">
              <span className="font-semibold">
                {roleLabels[role]}
                {role === current ? <span className="font-normal text-muted"> {texts.current}</span> : null}
              </span>
              <span className="block text-muted">{roleDescriptions[role]}</span>
            </span>
          </label>
        ))}
      </div>
      {error === undefined ? null : <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
