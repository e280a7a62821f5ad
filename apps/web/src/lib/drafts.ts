import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** In the session storage of the browser: it survives a reload and ends with the tab. The cookie page lists it. */
const STORAGE_KEY = "wazi-drafts";

type Draft = Record<string, unknown>;

function readDrafts(): Record<string, Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, Draft>;
  } catch {
    return {};
  }
}

function writeDrafts(drafts: Record<string, Draft>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts));
  } catch {
    // Storage is not available: what was typed is kept until the page is closed.
  }
}

/** The defaults with what was typed before a reload. Never pass a password: the names of `defaults` are what is kept. */
export function restoreDraft<T extends object>(form: string, defaults: T): T {
  const draft = readDrafts()[form] ?? {};
  const kept = Object.entries(defaults).map(([name, value]: [string, unknown]) => [
    name,
    typeof draft[name] === typeof value ? draft[name] : value,
  ]);
  return Object.fromEntries(kept) as T;
}

export function forgetDraft(form: string): void {
  const { [form]: _gone, ...others } = readDrafts();
  writeDrafts(others);
}

/** Called at sign-out, so that the next person at this browser sees nothing of it. */
export function forgetDrafts(): void {
  writeDrafts({});
}

/** Keeps what is typed into these fields until the form is sent or the tab is closed. `names` must not change. */
export function useSavedDraft<T extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<T, unknown, FieldValues>, "subscribe">,
  form: string,
  names: readonly FieldPath<T>[],
): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeDrafts({ ...readDrafts(), [form]: Object.fromEntries(names.map((name) => [name, values[name]])) }),
      }),
    [subscribe, form, names],
  );
}
