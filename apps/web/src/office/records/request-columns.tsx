import type { Person } from "@wazi/contracts";
import { Age } from "../display/age.tsx";
import { formatName } from "../person/person.tsx";
import type { Choice } from "./record-filters.tsx";
import * as texts from "../../messages/admin-records.ts";

/** The orders of lists of requests. */
export const requestOrders: readonly Choice[] = [
  { value: "waiting", label: texts.pendingFirst },
  { value: "-createdAt", label: texts.newestFirst },
  { value: "createdAt", label: texts.oldestFirst },
  { value: "-amount", label: texts.largestFirst },
  { value: "amount", label: texts.smallestFirst },
  { value: "user", label: texts.orderNameAscending },
  { value: "-user", label: texts.orderNameDescending },
];

/** The person who settled a request, and the time; empty for an open one. */
export function SettledCell({ by, at }: { by: Person | null; at: string | null }) {
  if (by === null && at === null) return null;
  return (
    <span className="text-muted">
      {by === null ? null : `${formatName(by)} `}
      {at === null ? null : <Age at={at} />}
    </span>
  );
}
