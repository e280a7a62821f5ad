import { messages, type AdminVerification } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { nameOf } from "../owner-cell.tsx";
import { useReviewVerification } from "./review-verification.ts";

const failureDefault = "Failed to review verification";

/** The pictures side by side, and the decision on them. Every look at a picture is written down by the server. */
export function ReviewDialog({ verification, onClose }: { verification: AdminVerification; onClose: () => void }) {
  const review = useReviewVerification();
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const isOpen = verification.status === "pending";

  function decide(body: { status: "approved" } | { status: "rejected"; rejectionReason: string }) {
    review.mutate(
      { params: { id: verification.id }, body },
      {
        onSuccess: () => {
          toast.good("Success", `The verification was ${body.status}.`);
          onClose();
        },
        onError: (failure) => toast.bad("Error", failureText(failure, failureDefault)),
      },
    );
  }

  function reject() {
    const rejectionReason = reason.trim();
    if (rejectionReason !== "") {
      decide({ status: "rejected", rejectionReason });
      return;
    }
    setError(messages.rejectionReasonMissing);
    toast.bad("Error", messages.rejectionReasonMissing);
  }

  return (
    <Dialog title={`Verification of ${nameOf(verification.user)}`} onClose={onClose} busy={review.isPending}>
      <div className="grid gap-5">
        <Pictures verification={verification} />
        {isOpen ? (
          <TextField
            label="Rejection reason"
            hint="Needed to reject; shown to the investor"
            autoComplete="off"
            maxLength={500}
            value={reason}
            error={error}
            onChange={(event) => {
              setReason(event.target.value);
              setError(undefined);
            }}
          />
        ) : null}
        {review.isError ? <FailureNotice error={review.error} fallback={failureDefault} /> : null}
        <DialogActions>
          {isOpen ? (
            <>
              <Button look="danger" onClick={reject} pending={review.isPending}>
                Reject
              </Button>
              <Button onClick={() => decide({ status: "approved" })} pending={review.isPending}>
                Approve
              </Button>
            </>
          ) : (
            <Button look="secondary" onClick={onClose}>
              Close
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}

function Pictures({ verification: { frontImageUrl, backImageUrl } }: { verification: AdminVerification }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Picture label="Front" url={frontImageUrl} />
      {backImageUrl === null ? (
        <p className="flex items-center justify-center rounded-sm bg-sunken p-4 text-14 text-muted">No back image</p>
      ) : (
        <Picture label="Back" url={backImageUrl} />
      )}
    </div>
  );
}

/** Opens at its full size in a tab of its own. */
function Picture({ label, url }: { label: string; url: string }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <a href={url} target="_blank" rel="noreferrer" className="group grid gap-1.5 rounded-sm text-14">
      {isBroken ? (
        <span className="flex aspect-4/3 items-center justify-center rounded-sm bg-loss-tint p-2 text-center">
          This image could not be loaded
        </span>
      ) : (
        <img
          src={url}
          alt={`${label} of the document`}
          onError={() => setBroken(true)}
          className="aspect-4/3 w-full rounded-sm bg-sunken object-contain"
        />
      )}
      <span className="text-center text-muted group-hover:text-primary">{label}, open in full</span>
    </a>
  );
}
