import { DAY_MS } from "@wazi/contracts";
import { useNow } from "../../lib/clock.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { AgeOf } from "./age.tsx";
import { exactUtc } from "./age-words.ts";

/** When something happened: how long ago within a day, and the day and time before that; exact, in UTC, in its title. */
export function When({ at, className = "" }: { at: string; className?: string }) {
  const isRecent = useNow() - Date.parse(at) < DAY_MS;
  if (isRecent) return <AgeOf at={at} className={className} />;
  return (
    <time dateTime={at} title={exactUtc(at)} className={`figure whitespace-nowrap ${className}`}>
      {formatDayAndTime(at)}
    </time>
  );
}
