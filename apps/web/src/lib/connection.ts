import { useSyncExternalStore } from "react";

function isOverTls(): boolean {
  return window.location.protocol === "https:";
}

/** It never changes while a page stands. */
function subscribe(): () => void {
  return () => undefined;
}

/** Whether this page came over TLS; not claimed before it is known, as in a page made at build time. */
export function useIsOverTls(): boolean {
  return useSyncExternalStore(subscribe, isOverTls, () => false);
}
