import { useQuery } from "@tanstack/react-query";
import { type CurrentUser, getOverview } from "@wazi/contracts";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useSignOut } from "../../people/investor/accounts/session.ts";
import { roleLabels, useAdminRole, useReadsEverything } from "../../office/access/admin-access.ts";
import { queryOf } from "../../lib/api-client.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { scrollToSelected } from "../../lib/scroll-to-selected.ts";
import { Icon } from "../../ui/icons.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import * as texts from "../../messages/shell.ts";

const places = [
  { label: texts.records, href: "/admin" },
  { label: texts.operations, href: "/admin/operations" },
  { label: texts.money, href: "/admin/money" },
  { label: texts.payouts, href: "/admin/payouts" },
  { label: texts.auditLog, href: "/admin/audit" },
  { label: texts.administrators, href: "/admin/administrators" },
] as const;

const WIDTH = "mx-auto w-full max-w-[100rem] px-4 sm:px-6";

/** The frame of every back office page, with its own header and the full width for tables. */
export function AdminShell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  return (
    <div className="min-h-[calc(100dvh-2.125rem)]">
      <header className="border-b border-line bg-surface">
        <div className={classNames(WIDTH, "flex flex-wrap items-center gap-x-4")}>
          <Link href="/admin" aria-label={texts.adminHomeLabel} className="flex min-h-12 items-center gap-3">
            <Wordmark />
            <Tag>{texts.backOffice}</Tag>
          </Link>
          <Sections />
          <Whose user={user} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classNames(WIDTH, "pt-2 pb-16 sm:pt-5")}>
        <QuarantineNotice />
        {user.secondFactor === "off" ? <FactorAdvice /> : null}
        {children}
      </main>
    </div>
  );
}

const QUARANTINE_REFRESH_MS = 60_000;

/** Says what to do after a restore of a backup. */
function QuarantineNotice() {
  const refresh = { refetchInterval: QUARANTINE_REFRESH_MS, staleTime: QUARANTINE_REFRESH_MS };
  const { data } = useQuery({ ...queryOf(getOverview), ...refresh });
  if (!data?.quarantine) return null;
  return (
    <Notice look="danger" title={texts.quarantineTitle} role="status" className="mb-4">
      {texts.quarantineText({ time: formatDayAndTime(data.quarantine.stateOf) })}
    </Notice>
  );
}

/** Administrators can move other people's money, so they are urged to add a second step. */
function FactorAdvice() {
  return (
    <Notice
      look="warning"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-sm:py-2 max-sm:text-14"
    >
      <span>
        <strong>{texts.factorAdviceTitle}</strong>
        <span className="max-sm:sr-only"> {texts.factorAdviceText}</span>
      </span>
      <TextLink href="/profile">{texts.factorAdviceSetUp}</TextLink>
    </Notice>
  );
}

/** On a separate line until there is room beside the rest. On a phone it scrolls sideways. */
function Sections() {
  const [location] = useLocation();
  const here = location === "/admin/dashboard" || location.startsWith("/admin/users/") ? "/admin" : location;
  const row = useRef<HTMLElement>(null);
  const readsEverything = useReadsEverything();
  useEffect(() => scrollToSelected(row.current, "[aria-current=page]"), [here]);
  return (
    <nav
      ref={row}
      aria-label={texts.backOffice}
      className="relative order-last -mx-4 flex w-[calc(100%+2rem)] overflow-x-auto px-2 sm:-mx-6 sm:w-[calc(100%+3rem)] sm:px-4 xl:order-none xl:mx-0 xl:w-auto xl:flex-1 xl:px-0"
    >
      {places.slice(0, readsEverything ? undefined : 1).map(({ label, href }) => (
        <Link
          key={href}
          href={href}
          aria-current={here === href ? "page" : undefined}
          className={classNames(
            "flex min-h-11 shrink-0 items-center rounded-sm px-3 text-14 font-medium whitespace-nowrap -outline-offset-3 hover:text-ink",
            here === href ? "nav-here text-ink" : "text-muted",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Whose({ user }: { user: CurrentUser }) {
  const [, navigate] = useLocation();
  const signOut = useSignOut(navigate);
  const role = useAdminRole();
  return (
    <div className="ml-auto flex items-center gap-1 text-14">
      <p className="mr-2 hidden min-w-0 text-right md:block" data-testid="signed-in-as">
        <span className="block max-w-56 truncate font-semibold">{user.firstName || user.email}</span>
        <span className="block text-12 text-muted">{roleLabels[role]}</span>
      </p>
      <ThemeToggle />
      <Link
        href="/dashboard"
        className="flex min-h-11 items-center rounded-sm px-2 font-medium text-muted hover:text-ink max-sm:hidden"
      >
        {texts.dashboard}
      </Link>
      <button
        type="button"
        aria-label={texts.signOut}
        title={texts.signOut}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate("/signin")}
        className="flex size-11 items-center justify-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon name="sign-out" className="size-4.5" />
      </button>
    </div>
  );
}
