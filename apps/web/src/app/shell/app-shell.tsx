import type { CurrentUser } from "@wazi/contracts";
import type { ReactNode } from "react";
import { DeferredPart } from "../deferred-part.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AppNav } from "./app-nav.tsx";
import { Footer } from "./footer.tsx";

const loadVerificationNotifier = () => import("../../features/verification/verification-notifier.tsx");
const loadTermsNotice = () => import("../../features/accounts/terms-notice.tsx");

/** The frame of every page behind sign-in. */
export function AppShell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-2.125rem)] flex-col">
      <AppNav user={user} />
      <DeferredPart load={loadVerificationNotifier} loading={null} props={{ user }} />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-8 pb-16 sm:px-6 sm:pt-10">
        {user.isActive ? null : (
          <Notice look="danger" title="Your account is deactivated" className="mb-6">
            {user.deactivationReason === undefined ? null : (
              <p className="mb-1">
                Reason: <strong className="break-words">{user.deactivationReason}</strong>
              </p>
            )}
            You can still view your account and withdraw your money. Deposits, bots and transfers are not available.
          </Notice>
        )}
        {user.mustAcceptTerms ? <DeferredPart load={loadTermsNotice} loading={null} /> : null}
        {children}
      </main>
      <Footer />
    </div>
  );
}
