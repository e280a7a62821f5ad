import { useEffect, type SyntheticEvent } from "react";
import type {
  FieldErrors,
  FieldPath,
  FieldPathValue,
  FieldValues,
  Resolver,
  UseFormReturn,
  UseFormSetError,
} from "react-hook-form";
import { ApiError } from "./api-client.ts";

/**
 * Checks a form with a resolver that is sent for when it is first needed, so that a form can be typed in before its
 * rules have arrived. Should they not arrive, the form goes unchecked to its handler, which says what failed.
 */
export function lazyResolver<Input extends FieldValues, Output extends FieldValues>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => undefined);
    return resolver === undefined
      ? { values: values as unknown as Output, errors: {} }
      : resolver(values, context, options);
  };
}

/**
 * What was typed, or filled in by the browser, before a page made at build time came alive on a slow phone is taken over
 * by the form, but what watches these fields is not told of it: here it is. `watched` must be the same list each time.
 */
export function useEarlyInput<T extends FieldValues>(
  { getValues, setValue }: Pick<UseFormReturn<T, unknown, FieldValues>, "getValues" | "setValue">,
  watched: readonly FieldPath<T>[],
): void {
  useEffect(() => {
    for (const name of watched) {
      const typed = getValues(name);
      if (!typed) continue;
      setValue(name, "" as FieldPathValue<T, FieldPath<T>>);
      setValue(name, typed);
    }
    // None of these changes as long as the form stands: a later change of a field is told by itself.
  }, [getValues, setValue, watched]);
}

/** A form's handler as the DOM wants it: the promise is the form's own affair. */
export function onSubmit(submit: (event: SyntheticEvent) => Promise<void>): (event: SyntheticEvent) => void {
  return (event) => void submit(event);
}

/** The message of the first field at fault, in the form's order. */
export function getFirstMessage(errors: FieldErrors): string | undefined {
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
  let isFirst = true;
  for (const field of fields) {
    const message = error.body?.fields?.[field];
    if (message === undefined) continue;
    setError(field, { type: "server", message }, { shouldFocus: isFirst });
    isFirst = false;
  }
}
