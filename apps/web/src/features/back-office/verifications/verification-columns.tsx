import type { AdminVerification } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { Tag } from "../../../ui/tag.tsx";
import { Age } from "../display/age.tsx";
import { overdueAfterMs } from "../display/format-age.ts";
import { kycLooks, kycLabels } from "../person/kyc-labels.ts";
import { formatNameAndEmail, PersonCell } from "../person/person.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { SettledCell } from "../records/request-columns.tsx";
import { RowButton } from "../records/row-button.tsx";

export function verificationColumns(
  open: (verification: AdminVerification) => void,
): readonly RecordColumn<AdminVerification>[] {
  return [
    {
      id: "user",
      heading: "User",
      cardSlot: "title",
      sort: { up: "user", down: "-user" },
      cell: ({ userId, user }) => <PersonCell userId={userId} user={user} />,
    },
    {
      id: "document",
      heading: "Document",
      width: "md:w-48 lg:w-60",
      cell: ({ documentType, documentNumber }) => (
        <>
          {documentNames[documentType]} <span className="text-muted">{documentNumber ?? "no number"}</span>
        </>
      ),
    },
    {
      id: "sides",
      heading: "Images",
      width: "md:w-32",
      minScreen: "xl",
      cell: ({ backImageUrl }) => (backImageUrl === null ? "Front" : "Front and back"),
    },
    {
      id: "createdAt",
      heading: "Submitted",
      width: "md:w-28",
      sort: { up: "createdAt", down: "-createdAt" },
      cell: ({ createdAt, status }) => (
        <Age at={createdAt} warnAfterMs={status === "pending" ? overdueAfterMs.verifications : undefined} />
      ),
    },
    {
      id: "status",
      heading: "Status",
      width: "md:w-28",
      sort: { other: "waiting" },
      cell: ({ status }) => <Tag look={kycLooks[status]}>{kycLabels[status]}</Tag>,
    },
    {
      id: "reason",
      heading: "Reason",
      width: "md:w-60",
      minScreen: "2xl",
      cell: ({ rejectionReason }) => <span title={rejectionReason ?? undefined}>{rejectionReason}</span>,
    },
    {
      id: "settled",
      heading: "Reviewed by",
      width: "md:w-52",
      minScreen: "xl",
      cell: ({ reviewedBy, reviewedAt }) => <SettledCell by={reviewedBy} at={reviewedAt} />,
    },
    {
      id: "actions",
      heading: "Actions",
      cardSlot: "actions",
      align: "right",
      width: "md:w-24",
      cell: (verification) => {
        const isPending = verification.status === "pending";
        return (
          <RowButton
            label={isPending ? "Review" : "View"}
            of={`verification of ${formatNameAndEmail(verification.user)}`}
            look={isPending ? "primary" : "secondary"}
            right={undefined}
            onClick={() => open(verification)}
          />
        );
      },
    },
  ];
}
