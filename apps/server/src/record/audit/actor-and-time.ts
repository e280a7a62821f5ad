import type { Person } from "@wazi/contracts";

/** The person who did something and the time; null where unknown. */
export interface ActorAndTime {
  person: Person | null;
  at: Date | null;
}

/** Formats a time for administrators, such as "2026-11-21 10:32 UTC". */
export function formatMoment(at: Date): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  return `${day} ${time.slice(0, 5)} UTC`;
}

export const formatName = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`;

/** Formats the text after a verb, such as " by Jane Doe at 2026-11-21 10:32 UTC", without the unknown parts. */
export function formatActorAndTime({ person, at }: ActorAndTime): string {
  return `${person ? ` by ${formatName(person)}` : ""}${at ? ` at ${formatMoment(at)}` : ""}`;
}
