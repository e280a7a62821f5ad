import type { SyntheticEvent } from "react";
import type { FieldErrors, FieldPath, FieldValues, Resolver, UseFormSetError } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "./api-client.ts";

// The policy has no 'unsafe-eval': zod must not even try whether it could compile.
z.config({ jitless: true });

/**
 * Checks a form with a schema of the contracts: the parsed values, or at each field the first thing that is wrong with
 * it. For forms without nested fields, which all of ours are.
 */
export function schemaResolver<Input extends FieldValues, Output extends FieldValues>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const result = z.safeParse(schema, values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of result.error.issues) {
      errors[String(path[0] ?? "root")] ??= { type: code, message };
    }
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}

/** A form's handler as the DOM wants it: the promise is the form's own affair. */
export function onSubmit(submit: (event: SyntheticEvent) => Promise<void>): (event: SyntheticEvent) => void {
  return (event) => void submit(event);
}

/** The message of the first field at fault, in the form's order. */
export function firstMessage(errors: FieldErrors): string | undefined {
  for (const error of Object.values(errors)) {
    if (typeof error?.message === "string" && error.message !== "") return error.message;
  }
  return undefined;
}

/** Puts what the server says about single fields at those fields. */
export function showFieldErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
): void {
  if (!(error instanceof ApiError)) return;
  for (const field of fields) {
    const message = error.body?.fields?.[field];
    if (message !== undefined) setError(field, { type: "server", message });
  }
}
