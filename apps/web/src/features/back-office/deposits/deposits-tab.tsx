import type { AdminDeposit } from "@wazi/contracts";
import { useState } from "react";
import { formatCoins } from "../../../lib/format-coins.ts";
import { formatDayAndTime } from "../../../lib/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Money } from "../../../ui/money.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Table, type Column } from "../../../ui/table.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useAllDeposits } from "./all-deposits.ts";
import { ApproveDepositDialog } from "./approve-deposit-dialog.tsx";
import { OwnerCell, nameOf } from "../owner-cell.tsx";
import { RejectDepositDialog } from "./reject-deposit-dialog.tsx";
import { waitingFirst } from "../waiting-first.ts";

type Open = { kind: "approve" | "reject"; deposit: AdminDeposit } | null;

const words = { pending: "Pending", completed: "Completed", failed: "Failed" } as const;
const looks = { pending: "wait", completed: "gain", failed: "loss" } as const;

export function DepositsTab() {
  const [open, setOpen] = useState<Open>(null);
  const deposits = useAllDeposits();
  const close = () => setOpen(null);
  return (
    <>
      <QueryState
        query={deposits}
        what="the deposits"
        loading={<SkeletonRows rows={5} />}
        empty={<EmptyState>No deposits yet. A new one appears here by itself.</EmptyState>}
      >
        {(list) => (
          <Table
            label="Deposits"
            columns={columnsWith(setOpen)}
            rows={waitingFirst(list, ({ status }) => status === "pending")}
          />
        )}
      </QueryState>
      {open?.kind === "approve" ? <ApproveDepositDialog deposit={open.deposit} onClose={close} /> : null}
      {open?.kind === "reject" ? <RejectDepositDialog deposit={open.deposit} onClose={close} /> : null}
    </>
  );
}

function columnsWith(open: (next: Open) => void): readonly Column<AdminDeposit>[] {
  return [
    { heading: "User", cell: (deposit) => <OwnerCell user={deposit.user} /> },
    { heading: "Amount", align: "right", cell: (deposit) => <AmountCell deposit={deposit} /> },
    {
      heading: "To address",
      cell: (deposit) => (
        <>
          <span className="block whitespace-nowrap">
            {formatCoins(deposit.cryptoAmount)} {deposit.currency} on {deposit.network}
          </span>
          <span className="block text-muted break-all lg:max-w-56">{deposit.walletAddress}</span>
        </>
      ),
    },
    { heading: "Created", cell: (deposit) => formatDayAndTime(deposit.createdAt) },
    { heading: "Status", cell: (deposit) => <Tag look={looks[deposit.status]}>{words[deposit.status]}</Tag> },
    {
      heading: "Actions",
      align: "right",
      cell: (deposit) =>
        deposit.status === "pending" ? (
          <span className="inline-flex gap-2">
            <Button
              look="secondary"
              className="px-4"
              aria-label={`Reject deposit of ${nameOf(deposit.user)}`}
              onClick={() => open({ kind: "reject", deposit })}
            >
              Reject
            </Button>
            <Button
              className="px-4"
              aria-label={`Approve deposit of ${nameOf(deposit.user)}`}
              onClick={() => open({ kind: "approve", deposit })}
            >
              Approve
            </Button>
          </span>
        ) : (
          <span className="text-muted">Ended</span>
        ),
    },
  ];
}

function AmountCell({ deposit }: { deposit: AdminDeposit }) {
  const isOther = deposit.receivedAmount !== null && deposit.receivedAmount !== deposit.amount;
  return (
    <>
      <Money value={deposit.receivedAmount ?? deposit.amount} className="font-semibold" />
      {isOther ? (
        <span className="block text-muted">
          asked <Money value={deposit.amount} />
        </span>
      ) : null}
    </>
  );
}
