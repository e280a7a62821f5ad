import type { CurrentUser } from "@wazi/contracts";
import { Icon } from "../../ui/icons.tsx";
import { type FocusEvent, type KeyboardEvent, useId, useState } from "react";
import { Link, useLocation } from "wouter";
import { useSignOut } from "../../people/investor/accounts/session.ts";
import { classNames } from "../../lib/class-names.ts";
import { Money } from "../../ui/money.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import * as texts from "../../messages/shell.ts";

const accountPlaces = [
  { label: texts.history, href: "/history" },
  { label: texts.statement, href: "/statement" },
  { label: texts.menuCheckBalance, href: "/check-balance" },
  { label: texts.profile, href: "/profile" },
] as const;

/**
 * Links to the less frequent pages. On a phone they are part of the main menu. On a wide screen they open from a button
 * and close on Esc, on a choice or when the focus leaves.
 */
function AccountMenu({ here, item, onChosen }: { here: string; item: string; onChosen: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isHere = accountPlaces.some(({ href }) => href === here);

  function closeWhenLeft(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  function closeOnEscape(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== "Escape" || !isOpen) return;
    setOpen(false);
    event.currentTarget.querySelector("button")?.focus();
  }

  return (
    <div onBlur={closeWhenLeft} onKeyDown={closeOnEscape} className="contents lg:relative lg:block">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={classNames(item, "gap-1.5 max-lg:hidden", isHere && "nav-here !text-ink")}
      >
        {texts.account}
        <svg aria-hidden="true" viewBox="0 0 12 8" className="w-2.5 fill-none stroke-current stroke-2">
          <path d="m1 1.5 5 5 5-5" />
        </svg>
      </button>
      <div
        id={id}
        className={classNames(
          "contents lg:absolute lg:top-full lg:right-0 lg:z-20 lg:mt-1 lg:min-w-44 lg:rounded-md lg:border lg:border-line lg:bg-surface lg:p-1.5 lg:shadow-raised",
          isOpen ? "lg:block lg:drop" : "lg:hidden",
        )}
      >
        {accountPlaces.map(({ label, href }) => (
          <Link
            key={href}
            href={href}
            aria-current={here === href ? "page" : undefined}
            onClick={() => {
              setOpen(false);
              onChosen();
            }}
            className={classNames(
              item,
              "lg:hover:bg-sunken",
              here === href && "!text-ink max-lg:nav-here lg:font-semibold",
            )}
          >
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}

const loadBell = () => import("../../notices/notifications/bell.tsx");

const places = [
  { label: texts.dashboard, href: "/dashboard" },
  { label: texts.bots, href: "/bots" },
  { label: texts.deposit, href: "/deposit" },
  { label: texts.withdraw, href: "/withdrawal" },
  { label: texts.verification, href: "/verification" },
] as const;
const adminPlace = { label: texts.admin, href: "/admin" } as const;

const ITEM =
  "flex min-h-11 items-center rounded-sm px-3 text-left text-16 font-medium whitespace-nowrap text-muted hover:text-ink lg:px-2 lg:max-xl:text-14";

export function AppNav({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [location, navigate] = useLocation();
  const signOut = useSignOut(navigate);
  const shown = user.isAdmin ? [...places, adminPlace] : places;
  const here = location === "/" ? "/dashboard" : location;

  return (
    <header className="relative z-10 border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-6xl items-center gap-3 px-4 py-2 sm:px-6">
        <Link
          href="/dashboard"
          aria-label={texts.waziDashboard}
          className="mr-auto flex min-h-11 items-center max-[355px]:[&_.font-display]:hidden lg:mr-3"
        >
          <Wordmark />
        </Link>
        <BalanceChip balance={user.account.balance} />
        <div className="-mx-2 size-11 lg:order-last lg:mx-0">
          <DeferredPart load={loadBell} loading={null} />
        </div>
        <button
          type="button"
          aria-label={texts.menu}
          aria-expanded={isOpen}
          aria-controls="app-menu"
          onClick={() => setOpen(!isOpen)}
          className="-mr-2 flex size-11 items-center justify-center rounded-sm hover:bg-sunken lg:hidden"
        >
          <Icon name={isOpen ? "close" : "menu"} className="size-6" />
        </button>
        <nav
          id="app-menu"
          aria-label={texts.main}
          className={classNames(
            "max-lg:drop absolute inset-x-0 top-full grid grid-cols-2 gap-x-2 border-b border-line bg-paper p-3 lg:static lg:flex lg:flex-1 lg:items-center lg:gap-0 lg:border-0 lg:p-0",
            !isOpen && "max-lg:hidden",
          )}
        >
          <button
            type="button"
            title={texts.homeSignOutTitle}
            disabled={signOut.isPending}
            onClick={() => setLeaving(true)}
            className={ITEM}
          >
            {texts.homepage}
          </button>
          {shown.map(({ label, href }) => {
            const isHere = here === href || (href !== "/dashboard" && here.startsWith(`${href}/`));
            return (
              <Link
                key={href}
                href={href}
                aria-current={isHere ? "page" : undefined}
                onClick={() => setOpen(false)}
                className={classNames(ITEM, isHere && "nav-here !text-ink")}
              >
                {label}
              </Link>
            );
          })}
          <AccountMenu here={here} item={ITEM} onChosen={() => setOpen(false)} />
          <button
            type="button"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate("/signin")}
            className={classNames(ITEM, "gap-2 lg:ml-auto")}
          >
            <Icon name="sign-out" className="size-4.5" />
            {signOut.isPending ? texts.signingOut : texts.signOut}
          </button>
        </nav>
      </div>
      {isLeaving ? (
        <LeaveQuestion
          isPending={signOut.isPending}
          onLeave={() => signOut.mutate("/landing")}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </header>
  );
}

function BalanceChip({ balance }: { balance: string }) {
  return (
    <p className="flex min-h-9 items-center gap-2 rounded-full lg:order-last border border-line bg-surface px-3.5 text-14 max-[355px]:px-2 max-[355px]:text-12">
      <span className="text-muted max-sm:sr-only lg:max-xl:sr-only">{texts.balance}</span>
      <Money value={balance} className="font-semibold" testId="balance-chip" />
    </p>
  );
}
