import { DeleteAccount } from "../../people/investor/accounts/delete-account.tsx";
import { DetailsSection, ProfileForm } from "../../people/investor/accounts/profile-form.tsx";
import { EmailSection } from "../../people/investor/accounts/email-section.tsx";
import { OwnData } from "../../people/investor/accounts/own-data.tsx";
import { PasswordForm } from "../../people/investor/accounts/password-form.tsx";
import { SessionList } from "../../people/investor/accounts/session-list.tsx";
import { RiskWarning } from "../../trader/risk-warning.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/profile.ts";

const loadLimit = () => import("../../people/investor/suitability/limit-section.tsx");
const loadNotificationChoices = () => import("../../notices/notifications/notification-choices.tsx");
const loadFreeze = () => import("../../people/investor/accounts/freeze-section.tsx");
const loadOwnActs = () => import("../../proofs/log/own-acts.tsx").then(({ OwnActs }) => ({ default: OwnActs }));
const loadSecurity = () => import("../../people/investor/second-factors/security-section.tsx");

/** Personal details, second factors, password, sessions and data export. */
export default function ProfilePage({ user }: SignedInPageProps) {
  return (
    <>
      <PageHeading title={texts.profile}>{texts.pageLead}</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <Sheet title={texts.aboutYou}>
            <ProfileForm user={user} />
          </Sheet>
          <Sheet title={texts.security}>
            <DeferredPart
              load={loadSecurity}
              loading={<SkeletonRows rows={3} />}
              failed={<p role="alert">{texts.partFailed}</p>}
            />
          </Sheet>
          <div id="freeze">
            <Sheet title={texts.freezeTitle}>
              <DeferredPart
                load={loadFreeze}
                loading={<SkeletonRows rows={2} />}
                failed={<p role="alert">{texts.partFailed}</p>}
              />
            </Sheet>
          </div>
          <Sheet title={texts.detailsTitle}>
            <DetailsSection user={user} />
          </Sheet>
          <div id="notifications">
            <Sheet title={texts.notifications}>
              <DeferredPart load={loadNotificationChoices} loading={<SkeletonRows rows={6} />} />
            </Sheet>
          </div>
          <div id="limit">
            <Sheet title={texts.yourLimit}>
              <DeferredPart load={loadLimit} loading={<SkeletonRows rows={3} />} />
            </Sheet>
          </div>
          <Sheet title={texts.appearance}>
            <p className="flex items-center justify-between gap-4">
              {texts.themeLabel} <ThemeToggle />
            </p>
          </Sheet>
          <Sheet title={texts.sessions}>
            <SessionList />
          </Sheet>
        </div>
        <div className="grid min-w-0 gap-6">
          <Sheet title={texts.emailTitle}>
            <EmailSection email={user.email} />
          </Sheet>
          <Sheet title={texts.password}>
            <PasswordForm email={user.email} />
          </Sheet>
          <Sheet title={texts.yourData}>
            <OwnData />
          </Sheet>
          <DeferredPart load={loadOwnActs} loading={<SkeletonRows rows={2} className="h-24" />} />
          <RiskWarning />
          <Sheet title={texts.deleteAccount}>
            <DeleteAccount />
          </Sheet>
        </div>
      </div>
    </>
  );
}
