import { messages, type AdminVerification } from "@wazi/contracts";
import { useAdmin } from "../../../office/access/admin-access.ts";
import { ALREADY_DECIDED, type BulkAction } from "../../../office/records/bulk-action.ts";
import { useReviewVerification } from "./api.ts";
import { hasSeenImages } from "./seen-images.ts";
import * as texts from "../../../messages/admin-verifications.ts";

/** The decisions on several verifications. None is approved before its images were viewed. */
export function useVerificationActions(): readonly BulkAction<AdminVerification>[] {
  const { id: adminId } = useAdmin();
  const review = useReviewVerification();
  const findObstacle = ({ status, userId }: AdminVerification): string | undefined => {
    if (status !== "pending") return ALREADY_DECIDED;
    return userId === adminId ? texts.ownDocuments : undefined;
  };
  return [
    {
      verb: texts.approve,
      participle: texts.approvedParticiple,
      look: "primary",
      effect: texts.bulkApproveEffect,
      findObstacle: (verification) =>
        findObstacle(verification) ?? (hasSeenImages(verification.id) ? undefined : texts.bulkImagesUnseen),
      decide: async ({ id }) => {
        await review.mutateAsync({ params: { id }, body: { status: "approved" } });
        return texts.approved;
      },
    },
    {
      verb: texts.reject,
      participle: texts.rejectedParticiple,
      look: "danger",
      effect: texts.bulkRejectEffect,
      note: {
        label: texts.rejectionReason,
        hint: texts.bulkReasonHint,
        missing: messages.rejectionReasonMissing,
      },
      findObstacle,
      decide: async ({ id }, rejectionReason) => {
        await review.mutateAsync({ params: { id }, body: { status: "rejected", rejectionReason } });
        return texts.rejected;
      },
    },
  ];
}
