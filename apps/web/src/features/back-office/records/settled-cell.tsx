import type { Owner } from "@wazi/contracts";
import { AgeOf } from "../age.tsx";
import { nameOf } from "../owner-cell.tsx";

/** Who ended a request, and when; nothing for one that is open. */
export function SettledCell({ by, at }: { by: Owner | null; at: string | null }) {
  if (by === null && at === null) return null;
  return (
    <span className="text-muted">
      {by === null ? null : `${nameOf(by)} `}
      {at === null ? null : <AgeOf at={at} />}
    </span>
  );
}
