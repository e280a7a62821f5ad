import { useSyncExternalStore } from "react";

/** The width from which tables and side columns fit: Tailwind's `lg`. */
const WIDE = "(width >= 64rem)";

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True on screens on which a table fits. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
}
