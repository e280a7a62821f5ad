import type { AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useMissingRightText } from "../access/admin-access.ts";
import { Age } from "../display/age.tsx";
import { formatUtc, overdueAfterMs } from "../display/format-age.ts";
import { formatName, formatNameAndEmail, PersonCell } from "../person/person.tsx";
import type { RecordColumn } from "../records/record-columns.ts";
import { SettledCell } from "../records/request-columns.tsx";
import { RowButton } from "../records/row-button.tsx";
import { RowMenu, type RowMenuItem } from "../records/row-menu.tsx";
import { withdrawalStatusLooks, withdrawalStatusLabels } from "./labels.ts";
import { getPayoutStage, type WithdrawalStep } from "./payout-steps.ts";

type Open = (step: WithdrawalStep, withdrawal: AdminWithdrawal) => void;

const isOpen = ({ status }: AdminWithdrawal): boolean => status === "pending" || status === "processing";

export function withdrawalColumns(adminId: string, open: Open): readonly RecordColumn<AdminWithdrawal>[] {
  return [
    {
      id: "user",
      heading: "User",
      cardSlot: "title",
      width: "lg:w-56 xl:w-72",
      sort: { up: "user", down: "-user" },
      cell: ({ userId, user }) => <PersonCell userId={userId} user={user} />,
    },
    {
      id: "amount",
      heading: "Amount",
      cardSlot: "figure",
      align: "right",
      width: "md:w-28",
      sort: { up: "amount", down: "-amount" },
      cell: ({ amount }) => <Money value={amount} className="font-semibold" />,
    },
    {
      id: "destination",
      heading: "Pay to",
      minScreen: "lg",
      wraps: true,
      cell: ({ destination }) => (
        <span title={destination} className="wrap-anywhere md:line-clamp-2">
          {destination}
        </span>
      ),
    },
    {
      id: "createdAt",
      heading: "Requested",
      width: "md:w-28",
      sort: { up: "createdAt", down: "-createdAt" },
      cell: (withdrawal) => (
        <Age at={withdrawal.createdAt} warnAfterMs={isOpen(withdrawal) ? overdueAfterMs.withdrawals : undefined} />
      ),
    },
    {
      id: "status",
      heading: "Status",
      width: "md:w-32 lg:w-36",
      sort: { other: "waiting" },
      cell: (withdrawal) => <Status withdrawal={withdrawal} adminId={adminId} />,
    },
    {
      id: "settled",
      heading: "Decided by",
      width: "md:w-44",
      minScreen: "2xl",
      cell: ({ settledBy, settledAt }) => <SettledCell by={settledBy} at={settledAt} />,
    },
    {
      id: "actions",
      heading: "Actions",
      cardSlot: "actions",
      align: "right",
      width: "md:w-40 xl:w-58",
      cell: (withdrawal) => <Actions withdrawal={withdrawal} adminId={adminId} open={open} />,
    },
  ];
}

/** Adds the number of confirmations if two administrators are needed. */
function Status({ withdrawal, adminId }: { withdrawal: AdminWithdrawal; adminId: string }) {
  const stage = getPayoutStage(withdrawal, adminId);
  const signatures = stage === "unconfirmed" ? "0 of 2" : stage.startsWith("confirmed") ? "1 of 2" : null;
  return (
    <>
      <Tag look={withdrawalStatusLooks[withdrawal.status]}>
        {withdrawal.isCancelled ? "Cancelled" : withdrawalStatusLabels[withdrawal.status]}
      </Tag>
      {withdrawal.hold === null ? null : (
        <span
          className="ml-1.5 text-12 font-semibold text-warning"
          title={`Held until ${formatUtc(withdrawal.hold.endsAt)}`}
        >
          Held
        </span>
      )}
      {withdrawal.hiddenAt === null ? null : (
        <span
          className="ml-1.5 text-12 font-semibold text-warning"
          title={`Hidden${withdrawal.hiddenBy === null ? "" : ` by ${formatName(withdrawal.hiddenBy)}`} at ${formatUtc(withdrawal.hiddenAt)}`}
        >
          Hidden
        </span>
      )}
      {signatures === null ? null : (
        <span className="figure ml-1.5 text-12 text-muted" title={`Confirmed by ${signatures} administrators`}>
          {signatures}
        </span>
      )}
    </>
  );
}

/** A withdrawal in payment cannot be rejected or deleted. */
function Actions({ withdrawal, adminId, open }: { withdrawal: AdminWithdrawal; adminId: string; open: Open }) {
  const refusal = useMissingRightText("money");
  const of = `withdrawal of ${formatNameAndEmail(withdrawal.user)}`;
  const stage = getPayoutStage(withdrawal, adminId);
  const isPending = withdrawal.status === "pending";
  const inPayment = withdrawal.status === "processing" ? "Payment in progress" : undefined;
  const items: readonly RowMenuItem[] = [
    { label: "Details", onChoose: () => open("details", withdrawal) },
    ...(isPending
      ? [{ label: "Reject", onChoose: () => open("reject", withdrawal), refusal, onlyOn: "md:max-xl" } as const]
      : []),
    {
      label: "Delete",
      isDanger: true,
      onChoose: () => open("delete", withdrawal),
      refusal: withdrawal.hiddenAt === null ? (inPayment ?? refusal) : "Already deleted",
    },
  ];
  return (
    <span className="inline-flex items-center gap-2">
      {isPending ? (
        <span className="md:max-xl:hidden">
          <RowButton label="Reject" of={of} right="money" onClick={() => open("reject", withdrawal)} />
        </span>
      ) : null}
      {stage === "held" ? (
        <RowButton label="Review" of={of} right={undefined} onClick={() => open("details", withdrawal)} />
      ) : null}
      {stage === "unconfirmed" ? (
        <RowButton label="Confirm" of={of} look="primary" right="money" onClick={() => open("confirm", withdrawal)} />
      ) : null}
      {stage === "alone" || stage === "confirmed" ? (
        <RowButton label="Complete" of={of} look="primary" right="money" onClick={() => open("complete", withdrawal)} />
      ) : null}
      <RowMenu label={`More actions for ${of}`} items={items} />
    </span>
  );
}
