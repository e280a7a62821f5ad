import { QueryClientProvider } from "@tanstack/react-query";
import type { CurrentUser } from "@wazi/contracts";
import { useState, useSyncExternalStore, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useCurrentUser, useSignOut } from "../../people/investor/accounts/session.ts";
import CreditedNotice from "../../notices/notifications/credited-notice.tsx";
import { toCents } from "../../lib/cents.ts";
import { classNames } from "../../lib/class-names.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { PublicMenu } from "./public-menu.tsx";
import * as texts from "../../messages/shell.ts";

/** The public navigation bar for signed-in users. It has its own chunk, so visitors do not download it. */
export default function SignedInBar({ indicator }: { indicator: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Bar indicator={indicator} />
    </QueryClientProvider>
  );
}

function Bar({ indicator }: { indicator: ReactNode }) {
  const { data: user } = useCurrentUser();
  // A full page load, so that no data of the session stays in memory.
  const signOut = useSignOut((path) => window.location.assign(path));
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => signOut.mutate("/landing");
  return (
    <>
      <button
        type="button"
        aria-label={texts.homeSignOutLabel}
        title={texts.homeSignOutTitle}
        disabled={signOut.isPending}
        onClick={() => setLeaving(true)}
        className="flex min-h-11 items-center rounded-sm"
      >
        <Wordmark />
      </button>
      {indicator}
      {user === undefined || user === null ? null : <UserBadge user={user} />}
      <LinkButton href="/dashboard" className="px-4">
        {texts.dashboard}
      </LinkButton>
      <AdminButton user={user} className="px-4 max-md:hidden" />
      <SignOutButton isPending={signOut.isPending} onClick={leave} className="px-3 max-md:hidden" />
      <PublicMenu>
        <AdminButton user={user} className="mt-2 md:hidden" />
        <SignOutButton
          isPending={signOut.isPending}
          onClick={leave}
          className={classNames("mt-2 border border-outline md:hidden", user?.isAdmin !== true && "col-span-2")}
        />
      </PublicMenu>
      <Notices user={user} />
      {isLeaving ? (
        <LeaveQuestion isPending={signOut.isPending} onLeave={leave} onClose={() => setLeaving(false)} />
      ) : null}
    </>
  );
}

const neverChanges = () => () => undefined;
const findPlace = () => document.getElementById("notices");

/** The notices that signed-in users must see on public pages too, below the bar. */
function Notices({ user }: { user: CurrentUser | null | undefined }) {
  // Read again once the page is in the document, because each public page has a place of its own.
  const place = useSyncExternalStore(neverChanges, findPlace);
  if (!user || place === null) return null;
  return createPortal(
    <div className="mx-auto w-full max-w-6xl px-4 sm:px-6 [&>*]:mt-6 [&>*]:mb-0">
      <CreditedNotice hasBots={toCents(user.account.totalInvested) > 0n} />
    </div>,
    place,
  );
}

function UserBadge({ user }: { user: CurrentUser }) {
  return (
    <span className="flex min-w-0 items-center gap-2 text-14" data-testid="signed-in-as">
      <span
        aria-hidden="true"
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-panel font-display font-semibold text-on-panel"
      >
        {getInitial(user)}
      </span>
      <span className="max-w-40 truncate max-sm:sr-only">{user.firstName || user.email}</span>
    </span>
  );
}

function AdminButton({ user, className }: { user: CurrentUser | null | undefined; className: string }) {
  if (user?.isAdmin !== true) return null;
  return (
    <LinkButton href="/admin" look="secondary" className={className}>
      {texts.admin}
    </LinkButton>
  );
}

function SignOutButton({
  isPending,
  onClick,
  className,
}: {
  isPending: boolean;
  onClick: () => void;
  className: string;
}) {
  return (
    <Button look="quiet" className={className} pending={isPending} pendingLabel={texts.signingOut} onClick={onClick}>
      {texts.signOut}
    </Button>
  );
}

function getInitial({ firstName, email }: CurrentUser): string {
  return (firstName || email || "U").charAt(0).toUpperCase();
}
