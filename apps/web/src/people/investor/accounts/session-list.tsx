import { getBrowserName, type OwnSession } from "@wazi/contracts";
import { failureText } from "../../../lib/api-client.ts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useEndOtherSessions, useEndSession, useOwnSessions } from "./api.ts";
import * as texts from "../../../messages/accounts.ts";

/** The open sessions. Each one except the current session can be ended. */
export function SessionList() {
  const sessions = useOwnSessions();
  return (
    <div className="grid gap-4">
      <p className="text-14 text-muted">{texts.sessionsHint}</p>
      <QueryState query={sessions} failedTitle={texts.sessionsFailedTitle} loading={<SkeletonRows rows={2} />}>
        {(list) => (
          <>
            <ul className="divide-y divide-line border-y border-line">
              {list.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {list.some(({ isCurrent }) => !isCurrent) ? <EndOthers /> : null}
          </>
        )}
      </QueryState>
    </div>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const end = useEndSession();
  const name = getBrowserName(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3" data-testid="session">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.isCurrent ? <Tag look="gain">{texts.thisOne}</Tag> : null}
        </p>
        <p className="text-14 break-words text-muted">
          {texts.sessionPlace({
            address: session.address,
            lastUsedAt: formatDayAndTime(session.lastUsedAt),
          })}
        </p>
        <p className="text-14 text-muted">{texts.sessionSince({ createdAt: formatDayAndTime(session.createdAt) })}</p>
      </div>
      {session.isCurrent ? null : (
        <Button
          look="secondary"
          aria-label={texts.sessionEndOf({ name, address: session.address })}
          pending={end.isPending}
          pendingLabel={texts.ending}
          onClick={() =>
            end.mutate(session.id, {
              onSuccess: () => toast.good(texts.sessionEnded, texts.sessionEndDone({ name })),
              onError: (error) => toast.bad(texts.error, failureText(error, texts.sessionEndFailed)),
            })
          }
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const end = useEndOtherSessions();
  return (
    <Button
      look="secondary"
      className="sm:justify-self-start"
      pending={end.isPending}
      pendingLabel={texts.ending}
      onClick={() =>
        end.mutate(undefined, {
          onSuccess: ({ endedSessions }) => toast.good(texts.sessionEnded, formatEndedSessions(endedSessions)),
          onError: (error) => toast.bad(texts.error, failureText(error, texts.sessionEndFailed)),
        })
      }
    >
      {texts.othersEnd}
    </Button>
  );
}

/** The number of other sessions that a change ended, in a sentence. */
export function formatEndedSessions(count: number): string {
  return count === 0 ? texts.othersNone : texts.othersEnded({ count, count2: count });
}
