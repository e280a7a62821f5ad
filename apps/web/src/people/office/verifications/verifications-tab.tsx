import {
  type AdminVerification,
  exportVerifications,
  kycStatuses,
  messages,
  reviewVerification,
  verificationSorts,
} from "@wazi/contracts";
import { kycLabels } from "../../../office/person/kyc-labels.ts";
import { defineBatch } from "../../../office/records/bulk-bar.tsx";
import { type RecordFilter, toChoices } from "../../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useReviewVerification, useVerifications } from "./api.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import { verificationColumns } from "./verification-columns.tsx";
import * as texts from "../../../messages/admin-verifications.ts";
import { useAdmin } from "../../../office/access/admin-access.ts";
import { ALREADY_DECIDED, type BulkAction, decideBy } from "../../../office/records/bulk-dialog.tsx";
import { hasSeenImages } from "./seen-images.ts";

const filters: readonly RecordFilter[] = [
  {
    kind: "search",
    label: texts.searchVerifications,
    placeholder: texts.searchPlaceholder,
  },
  {
    kind: "choice",
    name: "status",
    label: texts.status,
    any: texts.anyStatus,
    choices: toChoices(kycStatuses, kycLabels),
  },
];

const screen: RecordScreenDefinition<AdminVerification, "review"> = {
  label: texts.verifications,
  failedTitle: texts.verificationsFailedTitle,
  empty: texts.listEmpty,
  usePage: useVerifications,
  filters,
  sorts: verificationSorts,
  orders: requestOrders,
  csv: { path: exportVerifications.path, label: texts.csvLabel },
  columns: verificationColumns,
  getChangeKey: ({ status }) => status,
  opens: "review",
  Dialog: ReviewDialog,
  batch: defineBatch("verification", "manage", useVerificationActions),
};

export function VerificationsTab() {
  return <RecordScreen screen={screen} />;
}

/** The decisions on several verifications. None is approved before its images were viewed. */
function useVerificationActions(): readonly BulkAction<AdminVerification>[] {
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
      ...decideBy(
        reviewVerification,
        review,
        ({ id }: AdminVerification) => ({ params: { id }, body: { status: "approved" as const } }),
        () => texts.approved,
      ),
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
      ...decideBy(
        reviewVerification,
        review,
        ({ id }: AdminVerification, rejectionReason) => ({
          params: { id },
          body: { status: "rejected" as const, rejectionReason },
        }),
        () => texts.rejected,
      ),
    },
  ];
}
