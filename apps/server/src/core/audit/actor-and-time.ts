import type { Person } from "../identity/person-store.ts";

/** Who did something and when, as far as it is known. */
export interface ActorAndTime {
  person: Person | null;
  at: Date | null;
}

/** A moment as administrators read it, such as "2026-11-21 10:32 UTC". */
export function formatMoment(at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `${day} ${time.slice(0, 5)} UTC`;
}

export const formatName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;

/** What follows a verb, such as " by Jane Doe at 2026-11-21 10:32 UTC"; what is not known is left out. */
export function formatActorAndTime({ person, at }: ActorAndTime): string {
  return `${person ? ` by ${formatName(person)}` : ""}${at ? ` at ${formatMoment(at)}` : ""}`;
}
