import { useSyncExternalStore } from "react";
import { useLocation } from "wouter";

/** The router dispatches the last two events. */
const events = ["popstate", "pushState", "replaceState"];

function subscribe(listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** Replaces the search parameters without a new history entry, so that "back" does not step through each change. */
function replaceSearch(values: Readonly<Record<string, string>>): void {
  const text = new URLSearchParams(values).toString();
  history.replaceState(history.state, "", window.location.pathname + (text === "" ? "" : `?${text}`));
}

/** The search part of the address, without the question mark. */
export function useSearchText(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.search.slice(1),
    () => "",
  );
}

/** The search parameters of the address, and a function that replaces them. */
export function useAddressSearch(): [URLSearchParams, (values: Readonly<Record<string, string>>) => void] {
  return [new URLSearchParams(useSearchText()), replaceSearch];
}

/** The choice named in the address, or the first choice if the address names none or an unknown one. */
export function readChoice<Choice extends string>(
  search: string,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const named = new URLSearchParams(search).get(name);
  return choices.find((choice) => choice === named) ?? choices[0];
}

/**
 * A choice stored in the address, undone by "back". Other parameters belong to the old choice and are dropped, unless
 * `searchOf` returns parameters for the new one.
 */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
  searchOf?: (choice: Choice) => string | undefined,
): [Choice, (choice: Choice) => void] {
  const chosen = readChoice(useSearchText(), name, choices);
  const [path, navigate] = useLocation();
  function choose(next: Choice): void {
    // A tab reports one press twice before the next render. Only the first may navigate.
    if (readChoice(window.location.search, name, choices) === next) return;
    navigate(`${path}?${searchOf?.(next) ?? `${name}=${next}`}`);
  }
  return [chosen, choose];
}
