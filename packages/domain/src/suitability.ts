import { cents, minCents, type Cents } from "./money.ts";

export interface SuitabilityAnswers {
  knowledge: "none" | "some" | "experienced";
  lossCapacity: "none" | "part" | "all";
  horizon: "under-1-year" | "1-to-3-years" | "over-3-years";
}

/** The own money in bots that each answer allows; null for no limit. */
const ceilings: {
  [Question in keyof SuitabilityAnswers]: Readonly<Record<SuitabilityAnswers[Question], Cents | null>>;
} = {
  knowledge: { none: cents(100_000n), some: cents(1_000_000n), experienced: null },
  lossCapacity: { none: cents(10_000n), part: cents(200_000n), all: null },
  horizon: { "under-1-year": cents(50_000n), "1-to-3-years": cents(1_000_000n), "over-3-years": null },
};

/** The most own money that answers allow in bots: the lowest of what each answer allows. Null is no limit. */
export function computeSuitabilityCeiling({ knowledge, lossCapacity, horizon }: SuitabilityAnswers): Cents | null {
  return [ceilings.knowledge[knowledge], ceilings.lossCapacity[lossCapacity], ceilings.horizon[horizon]].reduce(
    (lowest, each) => (lowest === null ? each : each === null ? lowest : minCents(lowest, each)),
    null,
  );
}

/** True if `next` allows more than `present`. Null is no limit. */
export function isHigherLimit(next: Cents | null, present: Cents | null): boolean {
  return present !== null && (next === null || next > present);
}
