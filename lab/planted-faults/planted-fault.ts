export const faultKinds = [
  "lock",
  "rounding",
  "sign or share",
  "check outside the transaction",
  "unique",
  "acknowledged before commit",
  "idempotency",
  "stale nav",
  "permission",
  "transition",
  "fill rule",
  "window bound",
  "record",
  "insider",
] as const;
type FaultKind = (typeof faultKinds)[number];

/** A mistake that the tests must notice. It replaces a text that is in its file exactly once. */
export interface PlantedFault {
  id: string;
  kind: FaultKind;
  file: string;
  text: string;
  replacement: string;
  /** The test files of which at least one test must fail. */
  tests: readonly string[];
}
