import type { Person } from "@wazi/contracts";
import { Age } from "../display/age.tsx";
import { formatName } from "../person/person.tsx";
import type { Choice } from "./record-filters.tsx";

/** The orders of deposits and withdrawals, in words. */
export const requestOrders: readonly Choice[] = [
  { value: "waiting", label: "Pending first" },
  { value: "-createdAt", label: "Newest first" },
  { value: "createdAt", label: "Oldest first" },
  { value: "-amount", label: "Largest first" },
  { value: "amount", label: "Smallest first" },
  { value: "user", label: "Name, A to Z" },
  { value: "-user", label: "Name, Z to A" },
];

/** Who ended a request, and when; nothing for one that is open. */
export function SettledCell({ by, at }: { by: Person | null; at: string | null }) {
  if (by === null && at === null) return null;
  return (
    <span className="text-muted">
      {by === null ? null : `${formatName(by)} `}
      {at === null ? null : <Age at={at} />}
    </span>
  );
}
