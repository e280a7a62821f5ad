import { useSyncExternalStore } from "react";

/**
 * Whether there may be a session: the server sets the readable cookie `signed_in=1` beside the real one. Without it
 * no current-user call is made, so that a visitor's console stays empty.
 */
const listeners = new Set<() => void>();

export function mayBeSignedIn(): boolean {
  return /(?:^|;\s*)signed_in=1(?:;|$)/.test(document.cookie);
}

/** Tells the screens to look again: after a sign-in or a sign-out. */
export function notifySessionChange(): void {
  for (const listener of listeners) listener();
}

/** The server says that there is no session: the mark goes too. */
export function clearSession(): void {
  document.cookie = "signed_in=; Max-Age=0; path=/";
  notifySessionChange();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A page made at build time is that of a visitor; whoever is signed in is looked up once it is alive. */
export function useMayBeSignedIn(): boolean {
  return useSyncExternalStore(subscribe, mayBeSignedIn, () => false);
}
