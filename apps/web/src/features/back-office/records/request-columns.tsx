import type { Person } from "@wazi/contracts";
import { Age } from "../display/age.tsx";
import { formatName } from "../person/person.tsx";
import type { Choice } from "./record-filters.tsx";

/** The orders of lists of requests. */
export const requestOrders: readonly Choice[] = [
  { value: "waiting", label: "Pending first" },
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "-amount", label: "Largest first" },
  { value: "amount", label: "Smallest first" },
  { value: "user", label: "Name, A to Z" },
  { value: "-user", label: "Name, Z to A" },
];

/** Who settled a request and when; empty for an open one. */
export function SettledCell({ by, at }: { by: Person | null; at: string | null }) {
  if (by === null && at === null) return null;
  return (
    <span className="text-muted">
      {by === null ? null : `${formatName(by)} `}
      {at === null ? null : <Age at={at} />}
    </span>
  );
}
