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

export const UNKNOWN_ACTOR: ActorAndTime = { person: null, at: null };

/** The arguments of a message that names who did something and when, where they are known. */
export interface ActorAndTimeArguments {
  hasPerson: "yes" | "no";
  person: string;
  hasTime: "yes" | "no";
  time: string;
}

export function formatActorAndTime({ person, at }: ActorAndTime): ActorAndTimeArguments {
  return {
    hasPerson: person ? "yes" : "no",
    person: person ? formatName(person) : "",
    hasTime: at ? "yes" : "no",
    time: at ? formatMoment(at) : "",
  };
}
