import type { Operations } from "@wazi/contracts";
import { Age } from "../display/age.tsx";
import { describeEntryRefusal } from "./labels.ts";
import * as texts from "../../messages/admin-operations.ts";

/** Entries that a limit refused or reduced, latest first. */
export function EntryRefusals({ refusals }: { refusals: Operations["entryRefusals"] }) {
  if (refusals.length === 0) return <p className="text-14 text-muted">{texts.refusalsNone}</p>;
  return (
    <ul
      className="-my-2 max-h-80 divide-y divide-line overflow-auto text-14"
      tabIndex={0}
      aria-label={texts.refusalsLabel}
    >
      {refusals.map((refusal) => (
        <li key={refusal.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">
              {refusal.botName}: {refusal.symbol}
            </span>
            <Age at={refusal.at} />
          </p>
          <p className="text-muted">{describeEntryRefusal(refusal)}</p>
        </li>
      ))}
    </ul>
  );
}
