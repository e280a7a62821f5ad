import type { CurrentUser } from "@wazi/contracts";
import { Icon } from "../../ui/icons.tsx";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useSignOut } from "../../features/accounts/session.ts";
import { classNames } from "../../lib/class-names.ts";
import { Money } from "../../ui/money.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import { AccountMenu } from "./account-menu.tsx";

const places = [
  { label: "Dashboard", href: "/dashboard" },
  { label: "Bots", href: "/bots" },
  { label: "Deposit", href: "/deposit" },
  { label: "Withdraw", href: "/withdrawal" },
  { label: "Verification", href: "/verification" },
] as const;
const adminPlace = { label: "Admin", href: "/admin" } as const;

const ITEM =
  "flex min-h-11 items-center rounded-sm px-3 text-left text-16 font-medium whitespace-nowrap text-muted hover:text-ink lg:px-2 lg:max-xl:text-14";

export function AppNav({ user }: { user: CurrentUser }) {
  const [isOpen, setOpen] = useState(false);
  const [location, navigate] = useLocation();
  const signOut = useSignOut(navigate);
  const shown = user.isAdmin ? [...places, adminPlace] : places;
  const here = location === "/" ? "/dashboard" : location;

  return (
    <header className="relative z-10 border-b border-line bg-paper">
      <div className="mx-auto flex w-full max-w-6xl items-center gap-3 px-4 py-2 sm:px-6">
        <Link href="/dashboard" aria-label="Wazi, dashboard" className="mr-auto flex min-h-11 items-center lg:mr-3">
          <Wordmark />
        </Link>
        <BalanceChip balance={user.account.balance} />
        <button
          type="button"
          aria-label="Menu"
          aria-expanded={isOpen}
          aria-controls="app-menu"
          onClick={() => setOpen(!isOpen)}
          className="-mr-2 flex size-11 items-center justify-center rounded-sm hover:bg-sunken lg:hidden"
        >
          <Icon name={isOpen ? "close" : "menu"} className="size-6" />
        </button>
        <nav
          id="app-menu"
          aria-label="Main"
          className={classNames(
            "max-lg:drop absolute inset-x-0 top-full grid grid-cols-2 gap-x-2 border-b border-line bg-paper p-3 lg:static lg:flex lg:flex-1 lg:items-center lg:gap-0 lg:border-0 lg:p-0",
            !isOpen && "max-lg:hidden",
          )}
        >
          <button
            type="button"
            title="Signs you out and shows the homepage"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate("/landing")}
            className={ITEM}
          >
            Homepage
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
            {signOut.isPending ? "Signing Out..." : "Sign Out"}
          </button>
        </nav>
      </div>
    </header>
  );
}

function BalanceChip({ balance }: { balance: string }) {
  return (
    <p className="flex min-h-9 items-center gap-2 rounded-full lg:order-last border border-line bg-surface px-3.5 text-14">
      <span className="text-muted max-sm:sr-only lg:max-xl:sr-only">Balance</span>
      <Money value={balance} className="font-semibold" testId="balance-chip" />
    </p>
  );
}
