import { adminRoles, type AdminRole } from "@wazi/contracts";
import { useId, type InputHTMLAttributes, type Ref } from "react";
import { FieldError } from "../../../ui/field.tsx";
import { roleDescriptions, roleLabels } from "../../../office/access/admin-access.ts";
import * as texts from "../../../messages/admin-administrators.ts";

/** The roles with their descriptions. */
export function RoleChoice({
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
