import { DeleteAccount } from "../../features/accounts/delete-account.tsx";
import { DetailsSection } from "../../features/accounts/details-form.tsx";
import { EmailSection } from "../../features/accounts/email-section.tsx";
import { OwnData } from "../../features/accounts/own-data.tsx";
import { PasswordForm } from "../../features/accounts/password-form.tsx";
import { ProfileForm } from "../../features/accounts/profile-form.tsx";
import { SessionList } from "../../features/accounts/session-list.tsx";
import { RiskWarning } from "../../features/market-data/risk-warning.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";

const loadSecurity = () => import("../../features/second-factors/security-section.tsx");

/** Personal details, second factors, password, sessions and data export. */
export default function ProfilePage({ user }: SignedInPageProps) {
  return (
    <>
      <PageHeading title="Profile">Your details, the devices you are signed in on, and your data.</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <Sheet title="About you">
            <ProfileForm user={user} />
          </Sheet>
          <Sheet title="Security">
            <DeferredPart
              load={loadSecurity}
              loading={<SkeletonRows rows={3} />}
              failed={<p role="alert">This part could not be loaded. Reload the page to try again.</p>}
            />
          </Sheet>
          <Sheet title="Details and preferences">
            <DetailsSection user={user} />
          </Sheet>
          <Sheet title="Sessions">
            <SessionList />
          </Sheet>
        </div>
        <div className="grid min-w-0 gap-6">
          <Sheet title="E-mail address">
            <EmailSection email={user.email} />
          </Sheet>
          <Sheet title="Password">
            <PasswordForm email={user.email} />
          </Sheet>
          <Sheet title="Your data">
            <OwnData />
          </Sheet>
          <RiskWarning />
          <Sheet title="Delete account">
            <DeleteAccount />
          </Sheet>
        </div>
      </div>
    </>
  );
}
