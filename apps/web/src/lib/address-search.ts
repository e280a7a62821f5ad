import { useSyncExternalStore } from "react";
import { useLocation } from "wouter";

/** The router tells of every step by the last two. */
const events = ["popstate", "pushState", "replaceState"];

function subscribe(listener: () => void): () => void {
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** Takes the place of what stands behind the question mark: choosing is no step that "back" should undo one by one. */
function replaceSearch(values: Readonly<Record<string, string>>): void {
  const text = new URLSearchParams(values).toString();
  history.replaceState(history.state, "", window.location.pathname + (text === "" ? "" : `?${text}`));
}

/** What stands behind the question mark of the address, without it. */
export function useSearchText(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.search.slice(1),
    () => "",
  );
}

/** What stands behind the question mark of the address, and how to change it. */
export function useAddressSearch(): [URLSearchParams, (values: Readonly<Record<string, string>>) => void] {
  return [new URLSearchParams(useSearchText()), replaceSearch];
}

/** What an address names of a closed list; the first of it where it names none, so that a mistyped link shows something. */
export function readChoice<Choice extends string>(
  search: string,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const named = new URLSearchParams(search).get(name);
  return choices.find((choice) => choice === named) ?? choices[0];
}

/**
 * A choice kept behind the question mark. "Back" undoes it. What else stands there belongs to the one that is left: the next
 * one comes alone, or with what `searchOf` has of it.
 */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
  searchOf?: (choice: Choice) => string | undefined,
): [Choice, (choice: Choice) => void] {
  const chosen = readChoice(useSearchText(), name, choices);
  const [path, navigate] = useLocation();
  function choose(next: Choice): void {
    // A press on a tab tells of its choice twice, before this has been shown anew: that is one step and not two.
    if (readChoice(window.location.search, name, choices) === next) return;
    navigate(`${path}?${searchOf?.(next) ?? `${name}=${next}`}`);
  }
  return [chosen, choose];
}
