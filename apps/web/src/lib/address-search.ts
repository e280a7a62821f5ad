import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Takes the place of what stands behind the question mark: choosing is no step that "back" should undo one by one. */
function replaceSearch(values: Readonly<Record<string, string>>): void {
  const text = new URLSearchParams(values).toString();
  history.replaceState(history.state, "", window.location.pathname + (text === "" ? "" : `?${text}`));
  for (const listener of listeners) listener();
}

/** What stands behind the question mark of the address, and how to change it. */
export function useAddressSearch(): [URLSearchParams, (values: Readonly<Record<string, string>>) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => "",
  );
  return [new URLSearchParams(search), replaceSearch];
}
