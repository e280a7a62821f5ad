import type { AdminVerification } from "@wazi/contracts";
import { useState } from "react";
import { documentNames } from "../../../content/document-names.ts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Table, type Column } from "../../../ui/table.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useAllVerifications } from "./all-verifications.ts";
import { kycLooks, kycWords } from "../users/kyc-words.ts";
import { nameOf, OwnerCell } from "../owner-cell.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { waitingFirst } from "../waiting-first.ts";

export function VerificationsTab() {
  const [open, setOpen] = useState<AdminVerification | null>(null);
  const verifications = useAllVerifications();
  return (
    <>
      <QueryState
        query={verifications}
        what="the verifications"
        loading={<SkeletonRows rows={5} />}
        empty={<EmptyState>No verifications yet. A new one appears here by itself.</EmptyState>}
      >
        {(list) => (
          <Table
            label="Verifications"
            columns={columnsWith(setOpen)}
            rows={waitingFirst(list, ({ status }) => status === "pending")}
          />
        )}
      </QueryState>
      {open === null ? null : <ReviewDialog verification={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function columnsWith(open: (verification: AdminVerification) => void): readonly Column<AdminVerification>[] {
  return [
    { heading: "User", cell: ({ user }) => <OwnerCell user={user} /> },
    {
      heading: "Document",
      cell: ({ documentType, documentNumber, backImageUrl }) => (
        <>
          <span className="block font-medium">{documentNames[documentType]}</span>
          <span className="block break-all text-muted">
            {documentNumber ?? "No number"}, {backImageUrl === null ? "front" : "front and back"}
          </span>
        </>
      ),
    },
    { heading: "Submitted", cell: ({ createdAt }) => formatDayAndTime(createdAt) },
    {
      heading: "Status",
      cell: ({ status, rejectionReason }) => (
        <>
          <Tag look={kycLooks[status]}>{kycWords[status]}</Tag>
          {rejectionReason === null ? null : <span className="mt-1 block text-muted">{rejectionReason}</span>}
        </>
      ),
    },
    {
      heading: "Actions",
      align: "right",
      cell: (verification) => (
        <Button
          look={verification.status === "pending" ? "primary" : "secondary"}
          className="px-4"
          aria-label={`${verification.status === "pending" ? "Review" : "View"} verification of ${nameOf(verification.user)}`}
          onClick={() => open(verification)}
        >
          {verification.status === "pending" ? "Review" : "View"}
        </Button>
      ),
    },
  ];
}
