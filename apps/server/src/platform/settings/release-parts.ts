import { describeMissingPart, hasPart, type ReleasePart } from "../process/release-parts.ts";
import { Problem } from "./setting-entry.ts";

/** Refuses a value that needs a part, in a release without it. */
export function needsPart<T>(part: ReleasePart, value: T): T | Problem {
  return value instanceof Problem || hasPart(part) ? value : new Problem(describeMissingPart(part));
}
