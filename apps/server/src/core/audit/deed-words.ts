import type { Person } from "../identity/person-store.ts";

/** Somebody's deed, as far as it is known. */
export interface Deed {
  person: Person | null;
  at: Date | null;
}

/** A moment as administrators read it, such as "2026-11-21 10:32 UTC". */
export function momentInWords(at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `${day} ${time.slice(0, 5)} UTC`;
}

export const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;

/** What follows a verb, such as " by Jane Doe at 2026-11-21 10:32 UTC"; what is not known is left out. */
export function byWhomAndWhen({ person, at }: Deed): string {
  return `${person ? ` by ${nameOf(person)}` : ""}${at ? ` at ${momentInWords(at)}` : ""}`;
}
