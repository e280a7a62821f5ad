import { exportVerifications, kycStatuses, verificationSorts, type AdminVerification } from "@wazi/contracts";
import { kycLabels } from "../../../office/person/kyc-labels.ts";
import { defineBatch } from "../../../office/records/bulk-bar.tsx";
import { toChoices, type RecordFilter } from "../../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useVerifications } from "./api.ts";
import { useVerificationActions } from "./bulk-verifications.ts";
import { ReviewDialog } from "./review-dialog.tsx";
import { verificationColumns } from "./verification-columns.tsx";
import * as texts from "../../../messages/admin-verifications.ts";

const filters: readonly RecordFilter[] = [
  { kind: "search", label: texts.searchVerifications, placeholder: texts.searchPlaceholder },
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
  what: texts.theVerifications,
  empty: texts.listEmpty,
  usePage: useVerifications,
  filters,
  sorts: verificationSorts,
  orders: requestOrders,
  csvPath: exportVerifications.path,
  columns: verificationColumns,
  getChangeKey: ({ status }) => status,
  opens: "review",
  Dialog: ReviewDialog,
  batch: defineBatch("verification", "manage", useVerificationActions),
};

export function VerificationsTab() {
  return <RecordScreen screen={screen} />;
}
