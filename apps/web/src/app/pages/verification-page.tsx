import { useProcessingText } from "../../office/status/processing-text.ts";
import { VerificationCard } from "../../people/investor/verification/verification-card.tsx";
import { VerificationForm } from "../../people/investor/verification/verification-form.tsx";
import { canSubmit, getVerificationState } from "../../people/investor/verification/verification-state.ts";
import { useVerification } from "../../people/investor/verification/api.ts";
import { InfoList } from "../../ui/info-list.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/verification.ts";

export default function VerificationPage({ user }: SignedInPageProps) {
  const verification = useVerification();
  const reviewText = useProcessingText("verification");
  return (
    <>
      <PageHeading title={texts.verification}>{texts.pageLead}</PageHeading>
      <QueryState
        query={verification}
        failedTitle={texts.verificationFailedTitle}
        loading={<SkeletonRows rows={3} className="h-32" />}
      >
        {(latest) => {
          const state = getVerificationState(user.kycStatus, latest);
          return (
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
              <div className="grid gap-6">
                <VerificationCard state={state} latest={latest} reviewText={reviewText} />
                {canSubmit(state, latest) ? (
                  <Sheet title={latest === null ? texts.formTitle : texts.submitAgain}>
                    <VerificationForm />
                  </Sheet>
                ) : null}
              </div>
              <Sheet title={texts.infoTitle}>
                <InfoList
                  items={[
                    texts.reviewedReviewtext({ reviewText }),
                    texts.infoDocument,
                    texts.infoImages,
                    texts.infoWithdrawals,
                  ]}
                />
              </Sheet>
            </div>
          );
        }}
      </QueryState>
    </>
  );
}
