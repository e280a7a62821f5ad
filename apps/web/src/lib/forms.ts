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
 * Loads a form's resolver on first use, so that users can type before the rules have loaded. If loading fails, the form
 * is submitted unchecked and its handler reports the error.
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
 * Takes over values that were typed or autofilled before the page became interactive, and notifies the watchers of
 * these fields. `watched` must be the same list on every render.
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
    // These do not change during the form's life; later changes notify the watchers anyway.
  }, [getValues, setValue, watched]);
}

/** Adapts an async submit handler to the DOM's synchronous one. */
export function onSubmit(submit: (event: SyntheticEvent) => Promise<void>): (event: SyntheticEvent) => void {
  return (event) => void submit(event);
}

/** The message of the first invalid field, in the form's order. */
export function getFirstMessage(errors: FieldErrors): string | undefined {
  for (const error of Object.values(errors)) {
    if (typeof error?.message === "string" && error.message !== "") return error.message;
  }
  return undefined;
}

/** Shows the server's field errors at their fields. */
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
