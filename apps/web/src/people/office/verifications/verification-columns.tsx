import type { AdminVerification } from "@wazi/contracts";
import { documentNames } from "../../../content/labels.ts";
import { Tag } from "../../../ui/tag.tsx";
import { Age, overdueAfterMs } from "../../../office/display/age.tsx";
import { kycLooks, kycLabels } from "../../../office/person/kyc-labels.ts";
import { formatNameAndEmail, PersonCell } from "../../../office/person/person.tsx";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { SettledCell } from "../../../office/records/request-columns.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import * as texts from "../../../messages/admin-verifications.ts";

export function verificationColumns(
  open: (step: "review", verification: AdminVerification) => void,
): readonly RecordColumn<AdminVerification>[] {
  return [
    {
      id: "user",
      heading: texts.user,
      cardSlot: "title",
      sort: { up: "user", down: "-user" },
      cell: ({ userId, user }) => <PersonCell userId={userId} user={user} />,
    },
    {
      id: "document",
      heading: texts.document,
      width: "md:w-48 lg:w-60",
      cell: ({ documentType, documentNumber }) => (
        <>
          {documentNames[documentType]} <span className="text-muted">{documentNumber ?? texts.noNumber}</span>
        </>
      ),
    },
    {
      id: "sides",
      heading: texts.images,
      width: "md:w-32",
      minScreen: "xl",
      cell: ({ backImageUrl }) => (backImageUrl === null ? texts.front : texts.columnBothSides),
    },
    {
      id: "createdAt",
      heading: texts.submitted,
      width: "md:w-28",
      sort: { up: "createdAt", down: "-createdAt" },
      cell: ({ createdAt, status }) => (
        <Age at={createdAt} warnAfterMs={status === "pending" ? overdueAfterMs.verifications : undefined} />
      ),
    },
    {
      id: "status",
      heading: texts.status,
      width: "md:w-28",
      sort: { other: "waiting" },
      cell: ({ status }) => <Tag look={kycLooks[status]}>{kycLabels[status]}</Tag>,
    },
    {
      id: "reason",
      heading: texts.columnReason,
      width: "md:w-60",
      minScreen: "2xl",
      cell: ({ rejectionReason }) => <span title={rejectionReason ?? undefined}>{rejectionReason}</span>,
    },
    {
      id: "settled",
      heading: texts.reviewedBy,
      width: "md:w-52",
      minScreen: "xl",
      cell: ({ reviewedBy, reviewedAt }) => <SettledCell by={reviewedBy} at={reviewedAt} />,
    },
    {
      id: "actions",
      heading: texts.actions,
      cardSlot: "actions",
      align: "right",
      width: "md:w-24",
      cell: (verification) => {
        const isPending = verification.status === "pending";
        return (
          <RowButton
            label={isPending ? texts.review : texts.view}
            spoken={(isPending ? texts.reviewSpoken : texts.viewSpoken)({
              user: formatNameAndEmail(verification.user),
            })}
            look={isPending ? "primary" : "secondary"}
            right={undefined}
            onClick={() => open("review", verification)}
          />
        );
      },
    },
  ];
}
