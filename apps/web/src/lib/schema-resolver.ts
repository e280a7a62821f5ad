import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import * as z from "zod/mini";

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
