import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** The properties of a form's fields, by name. `readOnly` keeps the input readable. */
export function bindFields<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  readOnly = false,
) {
  const { errors } = form.formState;
  return (name: FieldPath<Input>) => ({
    ...form.register(name),
    readOnly,
    error: errors[name]?.message as string | undefined,
  });
}
