import type { AdminVerification } from "@wazi/contracts";
import { useEffect, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { missingRightTexts, useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { BESIDE_FACTS, focusOnOpen, StepChoice } from "../../../office/decisions/decision-dialog.tsx";
import { OutcomeNotice } from "../../../office/decisions/notices.tsx";
import { useOutcomeUnknown } from "../../../office/decisions/use-decision.ts";
import { kycLabels } from "../../../office/person/kyc-labels.ts";
import { formatName } from "../../../office/person/person.tsx";
import type { RecordDialogProps } from "../../../office/records/record-screen.tsx";
import { useLatestVerification, useReviewVerification } from "./api.ts";
import { DocumentPicture, PICTURE_HEIGHT } from "./document-picture.tsx";
import { ReviewFacts } from "./review-facts.tsx";
import { ReviewForm } from "./review-form.tsx";
import { rememberSeenImages } from "./seen-images.ts";
import * as texts from "../../../messages/admin-verifications.ts";

/**
 * The images of a document, the data that its owner entered, and the decision. The server logs every view of an image.
 * The verification is refreshed while the dialog is open. If another administrator decides, the dialog says so and can
 * only be closed.
 */
export function ReviewDialog({
  row: verification,
  onClose,
}: Omit<RecordDialogProps<AdminVerification, "review">, "step">) {
  const { row } = useLatestVerification(verification);
  const [wasPending] = useState(verification.status === "pending");
  const review = useReviewVerification();
  const isUnanswered = useOutcomeUnknown(review);
  const [seen, see] = useState({ Front: false, Back: verification.backImageUrl === null });
  const hasSeenAll = seen.Front && seen.Back;
  useEffect(() => {
    if (hasSeenAll) rememberSeenImages(verification.id);
  }, [hasSeenAll, verification.id]);
  const mayDo = useHasRight("manage");
  const isOwn = useAdmin().id === row.userId;
  const hasEnded = row.status !== "pending" && !review.isPending && !review.isSuccess;
  const obstacle = !mayDo ? `${missingRightTexts.manage}.` : isOwn ? texts.ownDocuments : undefined;
  return (
    <Dialog
      title={texts.dialogTitle({ user: formatName(row.user) })}
      onClose={onClose}
      busy={review.isPending}
      className="sm:max-h-[calc(100dvh-2rem)] sm:w-[min(84rem,calc(100vw-2rem))]"
    >
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Pictures verification={row} onSeen={(side) => see((before) => ({ ...before, [side]: true }))} />
        <div className={`grid content-start gap-5 ${BESIDE_FACTS}`}>
          {hasEnded ? (
            <OutcomeNotice
              how={kycLabels[row.status]}
              by={row.reviewedBy}
              at={row.reviewedAt}
              overtaken={wasPending}
              isUnanswered={isUnanswered}
            />
          ) : null}
          {row.rejectionReason === null ? null : (
            <p className="text-14">
              <span className="text-muted">{texts.reason} </span>
              {row.rejectionReason}
            </p>
          )}
          <ReviewFacts verification={row} />
          {wasPending && obstacle === undefined ? (
            <ReviewForm verification={row} isLocked={hasEnded} isSeen={hasSeenAll} review={review} onClose={onClose} />
          ) : (
            <StepChoice obstacle={wasPending ? obstacle : undefined} onClose={onClose} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** The dialog focuses the first image, whose keys zoom and rotate. */
function Pictures({
  verification: { frontImageUrl, backImageUrl },
  onSeen,
}: {
  verification: AdminVerification;
  onSeen: (side: "Front" | "Back") => void;
}) {
  return (
    <div ref={focusFirstPicture} className="grid content-start gap-4 md:grid-cols-2">
      <DocumentPicture side="Front" url={frontImageUrl} onSeen={() => onSeen("Front")} />
      {backImageUrl === null ? (
        <p
          className={`flex items-center justify-center rounded-sm bg-sunken p-4 text-14 text-muted max-md:h-auto ${PICTURE_HEIGHT}`}
        >
          {texts.backImageNone}
        </p>
      ) : (
        <DocumentPicture side="Back" url={backImageUrl} onSeen={() => onSeen("Back")} />
      )}
    </div>
  );
}

function focusFirstPicture(pictures: HTMLElement | null): void {
  focusOnOpen(pictures?.querySelector<HTMLElement>("[role=group]"));
}
