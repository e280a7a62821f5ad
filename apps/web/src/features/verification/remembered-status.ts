import type { CurrentUser } from "@wazi/contracts";

/** Named on the cookie page. */
const STORAGE_KEY = "wazi-verification";
let held: string | null = null;

function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return held;
  }
}

/**
 * Notes where this person's check stands, and says whether that is another state than the one noted last in this
 * browser. Somebody who has only just begun has no news.
 */
export function rememberStatus({ id, kycStatus }: Pick<CurrentUser, "id" | "kycStatus">): boolean {
  const noted = `${id} ${kycStatus}`;
  const before = read();
  if (before === noted) return false;
  held = noted;
  try {
    localStorage.setItem(STORAGE_KEY, noted);
  } catch {
    // Storage is closed to us: it is remembered for as long as this page stands.
  }
  return kycStatus !== "pending";
}
