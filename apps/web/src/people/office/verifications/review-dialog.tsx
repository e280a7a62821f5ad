import { type AdminVerification, messages } from "@wazi/contracts";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { missingRightTexts, useAdmin, useHasRight, useReadsEverything } from "../../../office/access/admin-access.ts";
import { BESIDE_FACTS, focusOnOpen, StepChoice } from "../../../office/decisions/decision-dialog.tsx";
import { OutcomeNotice } from "../../../office/decisions/notices.tsx";
import { useOutcomeUnknown, useSubmitDecision } from "../../../office/decisions/use-decision.ts";
import { kycLabels } from "../../../office/person/kyc-labels.ts";
import { formatName, PersonFacts } from "../../../office/person/person.tsx";
import type { RecordDialogProps } from "../../../office/records/record-screen.tsx";
import { useLatestVerification, useReviewVerification, verificationQueries } from "./api.ts";
import { DocumentPicture } from "./document-picture.tsx";
import { rememberSeenImages } from "./seen-images.ts";
import * as texts from "../../../messages/admin-verifications.ts";
import { documentNames } from "../../../content/labels.ts";
import { useNow } from "../../../lib/clock.ts";
import { Age, formatUtc, overdueAfterMs } from "../../../office/display/age.tsx";
import { Fact, Facts } from "../../../office/display/facts.tsx";
import { useUserDetail } from "../../../office/person/api.ts";
import { commonRejectionReasons, formatBirthday } from "./labels.ts";
import { Button } from "../../../ui/button.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { useRequiredText } from "../../../office/decisions/use-required-text.ts";

const FAILED = texts.reviewFailed;

/** The decision on pending documents: approve, or reject with a reason that the investor sees. */
function ReviewForm({
  verification,
  isLocked,
  isSeen,
  review,
  onClose,
}: {
  verification: AdminVerification;
  /** Another administrator has decided: the reason stays readable, and nothing can be sent. */
  isLocked: boolean;
  /** Every image has been shown. Approving requires it. */
  isSeen: boolean;
  review: ReturnType<typeof useReviewVerification>;
  onClose: () => void;
}) {
  const decide = useSubmitDecision(verificationQueries);
  const reason = useRequiredText(messages.rejectionReasonMissing);
  const field = useRef<HTMLTextAreaElement>(null);

  /** Fires an input event, so that the dialog asks before discarding the text. */
  function fillIn(text: string) {
    reason.enter(text);
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function send(body: { status: "approved" } | { status: "rejected"; rejectionReason: string }) {
    void decide(
      () => review.mutateAsync({ params: { id: verification.id }, body }),
      { done: texts.reviewDone({ status: body.status }), failed: FAILED },
      { onDone: onClose },
    );
  }

  function reject(event: SyntheticEvent) {
    event.preventDefault();
    const rejectionReason = reason.read();
    if (rejectionReason !== undefined) send({ status: "rejected", rejectionReason });
  }

  return (
    <form noValidate onSubmit={reject} className="grid gap-5">
      <p className="text-14 text-muted">{texts.reviewEffect({ user: formatName(verification.user) })}</p>
      <div className="grid gap-2">
        <TextAreaField
          ref={field}
          label={texts.rejectionReason}
          hint={texts.reviewReasonHint}
          readOnly={isLocked}
          {...reason.field}
        />
        {isLocked ? null : (
          <div role="group" aria-label={texts.commonReasons} className="flex flex-wrap gap-2">
            {commonRejectionReasons.map(({ name, text }) => (
              <button
                key={name}
                type="button"
                title={text}
                onClick={() => fillIn(text)}
                className="min-h-8 rounded-sm border border-line bg-sunken px-2.5 text-14 hover:border-primary hover:text-primary pointer-coarse:min-h-11"
              >
                {name}
              </button>
            ))}
          </div>
        )}
      </div>
      {review.isError ? <FailureNotice error={review.error} fallback={FAILED} /> : null}
      <DialogActions>
        {isLocked ? (
          <Button look="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button look="danger" type="submit" pending={review.isPending}>
              {texts.reject}
            </Button>
            <Button
              onClick={() => send({ status: "approved" })}
              pending={review.isPending}
              aria-disabled={!isSeen}
              title={isSeen ? undefined : texts.reviewImagesUnseen}
            >
              {texts.approve}
            </Button>
          </>
        )}
      </DialogActions>
    </form>
  );
}

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
  const [seen, see] = useState({
    Front: false,
    Back: verification.backImageUrl === null,
  });
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

const LOOK_REASONS = [texts.lookReview, texts.lookAsked, texts.lookAuthority, texts.lookMisuse] as const;

/** One image at a time, for a reason. The dialog focuses it, so that keys zoom and rotate. */
function Pictures({
  verification: { frontImageUrl, backImageUrl, status },
  onSeen,
}: {
  verification: AdminVerification;
  onSeen: (side: "Front" | "Back") => void;
}) {
  const seesImages = useReadsEverything();
  const [side, show] = useState<"Front" | "Back">("Front");
  const [reason, setReason] = useState<string>(status === "pending" ? LOOK_REASONS[0] : "");
  if (!seesImages) return <p className="text-14 text-muted">{texts.imagesClosed}</p>;
  const url = side === "Back" && backImageUrl !== null ? backImageUrl : frontImageUrl;
  return (
    <div ref={focusFirstPicture} className="grid content-start gap-4">
      <SelectField
        label={texts.lookLabel}
        hint={texts.lookHint}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      >
        {reason === "" ? <option value="">{texts.lookChoose}</option> : null}
        {LOOK_REASONS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {backImageUrl === null ? (
        <p className="text-14 text-muted">{texts.backImageNone}</p>
      ) : (
        <p className="flex flex-wrap gap-2">
          {(["Front", "Back"] as const).map((each) => (
            <Button
              key={each}
              look={each === side ? "primary" : "secondary"}
              aria-pressed={each === side}
              aria-label={texts.lookAtSide({ side: each })}
              onClick={() => show(each)}
            >
              {each}
            </Button>
          ))}
        </p>
      )}
      {reason === "" ? null : (
        <DocumentPicture key={side} side={side} url={url} reason={reason} onSeen={() => onSeen(side)} />
      )}
    </div>
  );
}

function focusFirstPicture(pictures: HTMLElement | null): void {
  focusOnOpen(pictures?.querySelector<HTMLElement>("[role=group]"));
}

/** The data that the user entered, to compare with the images. */
function ReviewFacts({ verification }: { verification: AdminVerification }) {
  const { data } = useUserDetail(verification.userId);
  const now = useNow();
  const { documentType, documentNumber, createdAt, status } = verification;
  const birthday = data?.profile.birthday;
  return (
    <div className="grid gap-4">
      <PersonFacts userId={verification.userId} user={verification.user} />
      <Facts>
        <Fact term={texts.name} copy={{ text: formatName(verification.user), label: texts.copyName }}>
          <strong className="font-semibold">{formatName(verification.user)}</strong>
        </Fact>
        <Fact term={texts.factBirthDate}>
          {data === undefined
            ? "…"
            : birthday === null || birthday === undefined
              ? texts.notProvided
              : formatBirthday(birthday, now)}
        </Fact>
        <Fact term={texts.country}>{data === undefined ? "…" : data.user.country}</Fact>
        <Fact term={texts.document}>{documentNames[documentType]}</Fact>
        <Fact term={texts.number} copy={{ text: documentNumber, label: texts.copyNumber }}>
          {documentNumber === null ? (
            <span className="text-muted">{texts.notProvided}</span>
          ) : (
            <code className="font-mono">{documentNumber}</code>
          )}
        </Fact>
        <Fact term={texts.submitted}>
          <Age at={createdAt} warnAfterMs={status === "pending" ? overdueAfterMs.verifications : undefined} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
      </Facts>
    </div>
  );
}
