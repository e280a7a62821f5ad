import { type AdminUser, getBrowserName, type UserSession } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Timestamp } from "../../../office/display/age.tsx";
import { formatName } from "../../../office/person/person.tsx";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordTable } from "../../../office/records/record-table.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { useEndUserSession, useEndUserSessions, useUserSessions } from "./api.ts";
import * as texts from "../../../messages/admin-user-page.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";

function columnsWith(end: (session: UserSession) => void): readonly RecordColumn<UserSession>[] {
  return [
    {
      id: "browser",
      heading: texts.browser,
      cell: ({ userAgent }) => (
        <span title={userAgent} className="font-medium">
          {getBrowserName(userAgent)}
        </span>
      ),
    },
    {
      id: "address",
      heading: texts.from,
      width: "md:w-52",
      cell: ({ address }) => <span className="figure break-all">{address}</span>,
    },
    {
      id: "used",
      heading: texts.lastUsed,
      width: "md:w-40",
      cell: ({ lastUsedAt }) => <Timestamp at={lastUsedAt} />,
    },
    {
      id: "started",
      heading: texts.signedIn,
      width: "md:w-40",
      minScreen: "lg",
      cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    },
    {
      id: "end",
      heading: texts.action,
      align: "right",
      width: "md:w-24",
      cell: (session) => (
        <RowButton
          label={texts.end}
          spoken={texts.endSpoken({
            browserName: getBrowserName(session.userAgent),
            address: session.address,
          })}
          right="manage"
          onClick={() => end(session)}
        />
      ),
    },
  ];
}

/** The server answers no more. */
const MOST_SESSIONS = 100;

/** The user's sessions, which can be ended one by one or all at once. */
export function UserSessionList({ user }: { user: AdminUser }) {
  const sessions = useUserSessions(user.id);
  const [ending, setEnding] = useState<UserSession | "all" | null>(null);
  const columns = useMemo(() => columnsWith(setEnding), []);
  return (
    <div className="pb-4 sm:pb-6">
      <QueryState
        query={sessions}
        failedTitle={texts.sessionsFailedTitle}
        loading={<SkeletonRows rows={3} />}
        empty={<EmptyState>{texts.sessionsEmpty}</EmptyState>}
      >
        {(list) => (
          <div className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-14 text-muted">
                {list.length === 1
                  ? texts.endAllOneSession
                  : list.length === MOST_SESSIONS
                    ? texts.listSessionsCapped({ list: list.length })
                    : texts.listSessions({ list: list.length })}
              </p>
              <RowButton
                label={texts.endAll}
                spoken={texts.endAllSpoken({ user: formatName(user) })}
                right="manage"
                onClick={() => setEnding("all")}
              />
            </div>
            <RecordTable label={texts.sessions} columns={columns} rows={list} />
          </div>
        )}
      </QueryState>
      {ending === null ? null : ending === "all" ? (
        <EndAllSessionsDialog user={user} count={sessions.data?.length ?? 0} onClose={() => setEnding(null)} />
      ) : (
        <EndSessionDialog user={user} session={ending} onClose={() => setEnding(null)} />
      )}
    </div>
  );
}

function EndSessionDialog({ user, session, onClose }: { user: AdminUser; session: UserSession; onClose: () => void }) {
  const end = useEndUserSession();
  const browser = getBrowserName(session.userAgent);

  return (
    <ConfirmDialog
      title={texts.endOneTitle({ user: formatName(user) })}
      mutation={end}
      toInput={() => ({ params: { id: user.id, session: session.id } })}
      submitLabel={texts.endSession}
      pendingLabel={texts.ending}
      look="danger"
      done={texts.endOneDone({ user: formatName(user), browser })}
      failed={texts.endOneFailed}
      onClose={onClose}
    >
      <p>
        {texts.endOneEffect({
          email: <strong className="font-semibold">{user.email}</strong>,
          browser,
          address: session.address,
        })}
      </p>
    </ConfirmDialog>
  );
}

function EndAllSessionsDialog({ user, count, onClose }: { user: AdminUser; count: number; onClose: () => void }) {
  const end = useEndUserSessions();

  return (
    <ConfirmDialog
      title={texts.endAllTitle({ user: formatName(user) })}
      mutation={end}
      toInput={() => ({ params: { id: user.id } })}
      submitLabel={texts.endAllSubmit}
      pendingLabel={texts.ending}
      look="danger"
      done={texts.endAllDone({ user: formatName(user) })}
      failed={texts.endAllFailed}
      onClose={onClose}
    >
      <p>
        {texts.endAllEffect({
          email: <strong className="font-semibold">{user.email}</strong>,
          count,
          count2: count,
        })}
      </p>
    </ConfirmDialog>
  );
}
