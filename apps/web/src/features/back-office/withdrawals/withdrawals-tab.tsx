import type { AdminWithdrawal } from "@wazi/contracts";
import { useState } from "react";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Table, type Column } from "../../../ui/table.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useAllWithdrawals } from "./all-withdrawals.ts";
import { DeleteWithdrawalDialog } from "./delete-withdrawal-dialog.tsx";
import { OwnerCell, nameOf } from "../owner-cell.tsx";
import { PayoutDetails } from "./payout-details.tsx";
import { SettleWithdrawalDialog } from "./settle-withdrawal-dialog.tsx";
import type { WithdrawalEnd } from "./settle-withdrawal.ts";
import { waitingFirst } from "../waiting-first.ts";

type Open = { end: WithdrawalEnd | "deleted"; withdrawal: AdminWithdrawal } | null;

const words = { pending: "Pending", processing: "Processing", completed: "Processed", rejected: "Rejected" } as const;
const looks = { pending: "wait", processing: "wait", completed: "gain", rejected: "loss" } as const;

export function WithdrawalsTab() {
  const [open, setOpen] = useState<Open>(null);
  const withdrawals = useAllWithdrawals();
  return (
    <>
      <QueryState
        query={withdrawals}
        what="the withdrawals"
        loading={<SkeletonRows rows={5} />}
        empty={<EmptyState>No withdrawals yet. A new one appears here by itself.</EmptyState>}
      >
        {(list) => (
          <Table
            label="Withdrawals"
            columns={columnsWith(setOpen)}
            rows={waitingFirst(list, ({ status }) => status === "pending" || status === "processing")}
          />
        )}
      </QueryState>
      {open === null ? null : open.end === "deleted" ? (
        <DeleteWithdrawalDialog withdrawal={open.withdrawal} onClose={() => setOpen(null)} />
      ) : (
        <SettleWithdrawalDialog withdrawal={open.withdrawal} end={open.end} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function columnsWith(open: (next: Open) => void): readonly Column<AdminWithdrawal>[] {
  return [
    { heading: "User", cell: (withdrawal) => <OwnerCell user={withdrawal.user} /> },
    {
      heading: "Amount",
      align: "right",
      cell: (withdrawal) => <Money value={withdrawal.amount} className="font-semibold" />,
    },
    { heading: "Pay to", cell: (withdrawal) => <PayoutDetails withdrawal={withdrawal} /> },
    { heading: "Created", cell: (withdrawal) => formatDayAndTime(withdrawal.createdAt) },
    {
      heading: "Status",
      cell: (withdrawal) => <Tag look={looks[withdrawal.status]}>{words[withdrawal.status]}</Tag>,
    },
    {
      heading: "Actions",
      align: "right",
      cell: (withdrawal) => <WithdrawalActions withdrawal={withdrawal} open={open} />,
    },
  ];
}

/** One that is being paid can't be rejected or deleted any more. */
function WithdrawalActions({ withdrawal, open }: { withdrawal: AdminWithdrawal; open: (next: Open) => void }) {
  const { status } = withdrawal;
  const name = nameOf(withdrawal.user);
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {status === "processing" ? null : (
        <Button
          look="quiet"
          className="px-3"
          aria-label={`Delete withdrawal of ${name}`}
          onClick={() => open({ end: "deleted", withdrawal })}
        >
          Delete
        </Button>
      )}
      {status === "pending" ? (
        <Button
          look="secondary"
          className="px-4"
          aria-label={`Reject withdrawal of ${name}`}
          onClick={() => open({ end: "rejected", withdrawal })}
        >
          Reject
        </Button>
      ) : null}
      {status === "pending" || status === "processing" ? (
        <Button
          className="px-4"
          aria-label={`Complete withdrawal of ${name}`}
          onClick={() => open({ end: "completed", withdrawal })}
        >
          Complete
        </Button>
      ) : null}
    </span>
  );
}
