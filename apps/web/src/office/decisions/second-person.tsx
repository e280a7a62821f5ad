import { useQuery } from "@tanstack/react-query";
import { listAppointments, type SharedTrace } from "@wazi/contracts";
import { queryOf } from "../../lib/api-client.ts";
import { getRefetchMs } from "../../lib/query-client.ts";
import { Notice } from "../../ui/notice.tsx";
import { Tag } from "../../ui/tag.tsx";
import { formatName } from "../person/person.tsx";
import * as texts from "../../messages/admin-decisions.ts";

/** The appointments that wait, and whether one administrator is alone in a demo. */
export function useAppointments() {
  return useQuery({ ...queryOf(listAppointments), refetchInterval: getRefetchMs, staleTime: 0 });
}

/** For an act that one administrator does alone in a demo. */
export function DemoSecondTag() {
  return (
    <Tag look="wait" wraps>
      {texts.demoSecond}
    </Tag>
  );
}

/** Which administrators used the same browser or address as one of these, beside an act that waits for a second person. */
export function SharedTraces({ shared, ids }: { shared: readonly SharedTrace[]; ids: readonly string[] }) {
  const about = shared.filter(({ first, second }) => ids.includes(first.id) || ids.includes(second.id));
  if (about.length === 0) return null;
  return (
    <Notice look="warning">
      {about.map(({ first, second, kinds }) => (
        <p key={`${first.id} ${second.id}`}>
          {texts.sharedTrace({
            first: formatName(first),
            second: formatName(second),
            kind: kinds.length > 1 ? "both" : (kinds[0] ?? "address"),
          })}
        </p>
      ))}
    </Notice>
  );
}
