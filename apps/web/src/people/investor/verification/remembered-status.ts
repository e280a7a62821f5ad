import type { CurrentUser } from "@wazi/contracts";

/** The cookie page lists this key. */
const STORAGE_KEY = "wazi-verification";
let held: string | null = null;

function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return held;
  }
}

/** Remembers the status of the identity check in this browser and returns true if it has changed to a decision. */
export function rememberStatus({ id, kycStatus }: Pick<CurrentUser, "id" | "kycStatus">): boolean {
  const noted = `${id} ${kycStatus}`;
  const before = read();
  if (before === noted) return false;
  held = noted;
  try {
    localStorage.setItem(STORAGE_KEY, noted);
  } catch {
    // Storage is not available: the status is kept until the page is closed.
  }
  return kycStatus !== "pending";
}
