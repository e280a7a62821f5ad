import type { CurrentUser } from "@wazi/contracts";
import type { ReactNode } from "react";
import { toCents } from "../../lib/cents.ts";
import { DeferredPart } from "../deferred-part.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AppNav } from "./app-nav.tsx";
import { Footer } from "./footer.tsx";
import * as texts from "../../messages/shell.ts";
import { Link, useLocation } from "wouter";
import { classNames } from "../../lib/class-names.ts";
import { PlaceIcon, type PlaceIconName } from "../../ui/place-icon.tsx";

const places: readonly { label: string; href: string; icon: PlaceIconName; also?: readonly string[] }[] = [
  { label: texts.home, href: "/dashboard", icon: "home", also: ["/"] },
  { label: texts.bots, href: "/bots", icon: "pulse", also: ["/compare"] },
  { label: texts.money, href: "/money", icon: "wallet", also: ["/deposit", "/withdrawal", "/statement"] },
  { label: texts.activity, href: "/history", icon: "list", also: ["/notifications"] },
];

/** The four main places, at the bottom of a phone's screen. */
function BottomBar() {
  const [location] = useLocation();
  return (
    <nav
      aria-label={texts.quick}
      className="bottom-bar fixed inset-x-0 bottom-0 z-10 grid grid-cols-4 border-t border-line bg-surface lg:hidden"
    >
      {places.map(({ label, href, icon, also = [] }) => {
        const isHere = location === href || location.startsWith(`${href}/`) || also.includes(location);
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? "page" : undefined}
            className={classNames(
              "flex min-h-14 flex-col items-center justify-center gap-0.5 text-12 font-semibold",
              isHere ? "text-primary" : "text-muted",
            )}
          >
            <PlaceIcon name={icon} />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

const loadVerificationNotifier = () => import("../../people/investor/verification/verification-notifier.tsx");
const loadCreditedNotice = () => import("../../notices/notifications/credited-notice.tsx");
const loadTermsNotice = () => import("../../people/investor/accounts/terms-notice.tsx");

/** The frame of every page behind sign-in. */
export function AppShell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-2.125rem)] flex-col max-lg:pb-14">
      <AppNav user={user} />
      <DeferredPart load={loadVerificationNotifier} loading={null} props={{ user }} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 sm:px-6 sm:pt-10">
        {user.isActive ? null : (
          <Notice look="danger" title={texts.deactivatedTitle} className="mb-6">
            {user.deactivationReason === undefined ? null : (
              <p className="mb-1">
                {texts.deactivatedReason({
                  deactivationReason: <strong className="break-words">{user.deactivationReason}</strong>,
                })}
              </p>
            )}
            {texts.deactivatedText}
          </Notice>
        )}
        {user.mustAcceptTerms ? <DeferredPart load={loadTermsNotice} loading={null} /> : null}
        <DeferredPart
          load={loadCreditedNotice}
          loading={null}
          props={{ hasBots: toCents(user.account.totalInvested) > 0n }}
        />
        {children}
      </main>
      <Footer />
      <BottomBar />
    </div>
  );
}
