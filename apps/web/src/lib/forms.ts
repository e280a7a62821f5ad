import { useEffect, useState, useSyncExternalStore, type SyntheticEvent } from "react";
import type {
  FieldErrors,
  FieldPath,
  FieldPathValue,
  FieldValues,
  Resolver,
  UseFormSetError,
  UseFormSetValue,
} from "react-hook-form";
import { ApiError } from "./api-client.ts";

/**
 * Checks a form with a resolver that is sent for when it is first needed, so that a form can be typed in before its
 * rules have arrived. Should they not arrive, the form goes unchecked to its handler, which says what failed.
 */
export function lateResolver<Input extends FieldValues, Output extends FieldValues>(
  load: () => Promise<Resolver<Input, unknown, Output>>,
): Resolver<Input, unknown, Output> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => undefined);
    return resolver === undefined
      ? { values: values as unknown as Output, errors: {} }
      : resolver(values, context, options);
  };
}

function subscribeToNothing(): () => void {
  return () => undefined;
}

/** What stands in the page's fields of these names. */
function readFields(names: readonly string[]): Map<string, string | boolean> {
  const filled = new Map<string, string | boolean>();
  for (const field of document.querySelectorAll<HTMLInputElement>("form [name]")) {
    const value = field.type === "checkbox" ? field.checked : field.value;
    if (names.includes(field.name) && value !== "" && value !== false) filled.set(field.name, value);
  }
  return filled;
}

/** Keeps what was typed, or filled in by the browser, before a page made at build time came alive on a slow phone. */
export function useTypedBefore<T extends FieldValues>(
  names: readonly FieldPath<T>[],
  setValue: UseFormSetValue<T>,
): void {
  const isComingAlive = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => typeof document !== "undefined",
  );
  const [typed] = useState(() => (isComingAlive ? readFields(names) : undefined));
  useEffect(() => {
    for (const [name, value] of typed ?? []) {
      setValue(name as FieldPath<T>, value as FieldPathValue<T, FieldPath<T>>);
    }
  }, [typed, setValue]);
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
