import { useState } from "react";
import { useParams } from "wouter";
import { isNotFound, useRefreshUser, useUserDetail } from "../../office/person/api.ts";
import { formatName } from "../../office/person/person.tsx";
import { getLastListAddress } from "../../office/records/list-position.ts";
import { UserFigures, UserHeading } from "../../people/office/user-page/user-heading.tsx";
import { UserNotFound, UserRemoved } from "../../people/office/user-page/user-not-found.tsx";
import { UserPending } from "../../people/office/user-page/user-pending.tsx";
import { UserPositions } from "../../people/office/user-page/user-positions.tsx";
import { UserSections } from "../../people/office/user-page/user-sections.tsx";
import { Icon } from "../../ui/icons.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/admin-user.ts";

/** The label of the back link, by the tab of the list. */
const listNames: ReadonlyMap<string | null, string> = new Map([
  ["deposits", texts.allDeposits],
  ["withdrawals", texts.allWithdrawals],
  ["verifications", texts.allVerifications],
]);

const tabOf = (address: string): string | null => new URL(address, window.location.origin).searchParams.get("tab");

/** Everything about one user: profile, money, pending requests and history. */
export default function AdminUserPage() {
  const { id } = useParams<{ id: string }>();
  const [list] = useState(() => getLastListAddress() ?? "/admin");
  return (
    <>
      <p className="mb-3 flex items-center gap-2 text-14">
        <Icon name="back" className="size-4 text-muted" />
        <TextLink href={list}>{listNames.get(tabOf(list)) ?? texts.allUsers}</TextLink>
      </p>
      <OneUser key={id} userId={id} />
    </>
  );
}

function OneUser({ userId }: { userId: string }) {
  const query = useUserDetail(userId);
  const readAgain = useRefreshUser();
  if (isNotFound(query.error)) {
    return query.data === undefined ? (
      <UserNotFound userId={userId} />
    ) : (
      <UserRemoved userId={userId} name={formatName(query.data.user)} />
    );
  }
  return (
    <QueryState query={query} failedTitle={texts.userFailedTitle} loading={<UserLoading />}>
      {(detail) => (
        <div className="grid gap-5">
          <UserHeading detail={detail} onDone={readAgain} />
          <UserFigures account={detail.user.account} />
          <div className="grid gap-5 xl:grid-cols-[minmax(0,2.4fr)_minmax(0,1fr)] xl:items-start">
            <UserPositions detail={detail} />
            <UserPending detail={detail} />
          </div>
          <UserSections detail={detail} onDone={readAgain} />
        </div>
      )}
    </QueryState>
  );
}

function UserLoading() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-80" />
    </div>
  );
}
