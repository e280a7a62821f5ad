import type { AdminUserDetail } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Tabs } from "../../../ui/tabs.tsx";
import { RecordScreen } from "../../../office/records/record-screen.tsx";
import { UserMovements } from "./user-movements.tsx";
import { UserAudit, userDeposits, userVerifications, userWithdrawals } from "./user-records.tsx";
import { sectionLabels, userSections, useUserSection, type UserSection } from "./user-section.ts";
import { UserSessionList } from "./user-session-list.tsx";
import * as texts from "../../../messages/admin-user-page.ts";

/** The lists of a user's page, as tabs. */
export function UserSections({ detail, onDone }: { detail: AdminUserDetail; onDone: () => void }) {
  const [section, setSection] = useUserSection();
  const { user, pending } = detail;
  const contents: Readonly<Record<UserSection, ReactNode>> = {
    movements: <UserMovements userId={user.id} />,
    deposits: <RecordScreen screen={userDeposits} userId={user.id} onDialogClose={onDone} />,
    withdrawals: <RecordScreen screen={userWithdrawals} userId={user.id} onDialogClose={onDone} />,
    verifications: <RecordScreen screen={userVerifications} userId={user.id} onDialogClose={onDone} />,
    audit: <UserAudit userId={user.id} />,
    sessions: <UserSessionList user={user} />,
  };
  const waiting: Readonly<Partial<Record<UserSection, number>>> = pending;
  return (
    <section
      aria-label={texts.userRecords}
      className="min-w-0 overflow-clip rounded-md border border-line bg-surface px-4 sm:px-6"
    >
      <Tabs
        label={texts.userRecords}
        value={section}
        onChange={setSection}
        isHeavy
        tabs={userSections.map((each) => ({
          value: each,
          label: sectionLabels[each],
          waiting: waiting[each] ?? 0,
          content: contents[each],
        }))}
      />
    </section>
  );
}
