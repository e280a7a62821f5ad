import { useSyncExternalStore } from "react";

/**
 * The server sets the readable cookie `signed_in=1` beside the session cookie. Without it, the current user is not
 * requested, so a visitor's console stays free of errors.
 */
const listeners = new Set<() => void>();

export function mayBeSignedIn(): boolean {
  return /(?:^|;\s*)signed_in=1(?:;|$)/.test(document.cookie);
}

/** Makes components check the cookie again, after sign-in or sign-out. */
export function notifySessionChange(): void {
  for (const listener of listeners) listener();
}

/** Removes the cookie when the server reports that there is no session. */
export function clearSession(): void {
  document.cookie = "signed_in=; Max-Age=0; path=/";
  notifySessionChange();
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The rendered HTML shows the signed-out page. The cookie is checked after hydration. */
export function useMayBeSignedIn(): boolean {
  return useSyncExternalStore(subscribeToSession, mayBeSignedIn, () => false);
}
