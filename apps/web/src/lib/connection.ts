import { useSyncExternalStore } from "react";

function isOverTls(): boolean {
  return window.location.protocol === "https:";
}

/** The protocol does not change during a page's life. */
function subscribe(): () => void {
  return () => undefined;
}

/** True if this page came over TLS. False while it is not known, as in the rendered HTML. */
export function useIsOverTls(): boolean {
  return useSyncExternalStore(subscribe, isOverTls, () => false);
}
