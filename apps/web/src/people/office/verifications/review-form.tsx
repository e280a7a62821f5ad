import { messages, type AdminVerification } from "@wazi/contracts";
import { useRef, type SyntheticEvent } from "react";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { useSubmitDecision } from "../../../office/decisions/use-decision.ts";
import { useRequiredText } from "../../../office/decisions/use-required-text.ts";
import { formatName } from "../../../office/person/person.tsx";
import { verificationQueries, type useReviewVerification } from "./api.ts";
import { commonRejectionReasons } from "./labels.ts";
import * as texts from "../../../messages/admin-verifications.ts";

const FAILED = texts.reviewFailed;

/** The decision on pending documents: approve, or reject with a reason that the investor sees. */
export function ReviewForm({
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
