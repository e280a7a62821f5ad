import { useSyncExternalStore } from "react";

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
