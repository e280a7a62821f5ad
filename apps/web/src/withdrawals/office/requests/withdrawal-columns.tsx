import { type AdminWithdrawal, showDestination } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useAdmin, useMissingRightText } from "../../../office/access/admin-access.ts";
import { Age, formatUtc } from "../../../office/display/age.tsx";
import { formatName, formatNameAndEmail, PersonCell } from "../../../office/person/person.tsx";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { SettledCell } from "../../../office/records/request-columns.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { RowMenu, type RowMenuItem } from "../../../office/records/row-menu.tsx";
import { findOtherPayee } from "./payee-name.ts";
import { findOverdueMs, getPayoutStage, type WithdrawalStep } from "./payout-steps.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

/** The statuses of a withdrawal and their tag styles. */
export const withdrawalStatusLabels = {
  pending: texts.pending,
  processing: texts.processing,
  completed: texts.processed,
  rejected: texts.rejected,
} as const;

export const withdrawalStatusLooks = {
  pending: "wait",
  processing: "wait",
  completed: "gain",
  rejected: "loss",
} as const;

type Open = (step: WithdrawalStep, withdrawal: AdminWithdrawal) => void;

const isOpen = ({ status }: AdminWithdrawal): boolean => status === "pending" || status === "processing";

export function withdrawalColumns(open: Open): readonly RecordColumn<AdminWithdrawal>[] {
  return [
    {
      id: "user",
      heading: texts.user,
      cardSlot: "title",
      width: "lg:w-56 xl:w-72",
      sort: { up: "user", down: "-user" },
      cell: ({ userId, user }) => <PersonCell userId={userId} user={user} />,
    },
    {
      id: "amount",
      heading: texts.amount,
      cardSlot: "figure",
      align: "right",
      width: "md:w-28",
      sort: { up: "amount", down: "-amount" },
      cell: ({ amount }) => <Money value={amount} className="font-semibold" />,
    },
    {
      id: "destination",
      heading: texts.payTo,
      minScreen: "lg",
      wraps: true,
      cell: (withdrawal) => (
        <span title={showDestination(withdrawal)} className="wrap-anywhere md:line-clamp-2">
          {showDestination(withdrawal)}
        </span>
      ),
    },
    {
      id: "createdAt",
      heading: texts.requested,
      width: "md:w-28",
      sort: { up: "createdAt", down: "-createdAt" },
      cell: (withdrawal) => <Age at={withdrawal.createdAt} warnAfterMs={findOverdueMs(withdrawal)} />,
    },
    {
      id: "status",
      heading: texts.status,
      width: "md:w-32 lg:w-36",
      sort: { other: "waiting" },
      cell: (withdrawal) => <Status withdrawal={withdrawal} />,
    },
    {
      id: "settled",
      heading: texts.decidedBy,
      width: "md:w-44",
      minScreen: "2xl",
      cell: ({ settledBy, settledAt }) => <SettledCell by={settledBy} at={settledAt} />,
    },
    {
      id: "actions",
      heading: texts.actions,
      cardSlot: "actions",
      align: "right",
      width: "md:w-40 xl:w-58",
      cell: (withdrawal) => <Actions withdrawal={withdrawal} open={open} />,
    },
  ];
}

/** Adds the number of confirmations if two administrators are needed. */
function Status({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const stage = getPayoutStage(withdrawal, useAdmin().id);
  const signatures =
    stage === "unconfirmed"
      ? texts.statusConfirmationsNone
      : stage.startsWith("confirmed")
        ? texts.statusConfirmationsOne
        : null;
  return (
    <>
      <Tag look={withdrawalStatusLooks[withdrawal.status]}>
        {withdrawal.isCancelled ? texts.cancelled : withdrawalStatusLabels[withdrawal.status]}
      </Tag>
      {withdrawal.hold === null ? null : (
        <span
          className="ml-1.5 text-12 font-semibold text-warning"
          title={texts.holdUntil({ endsAt: formatUtc(withdrawal.hold.endsAt) })}
        >
          {texts.held}
        </span>
      )}
      {isOpen(withdrawal) && findOtherPayee(withdrawal) !== null ? (
        <span className="ml-1.5 text-12 font-semibold text-warning" title={texts.payeeDiffersTitle}>
          {texts.otherName}
        </span>
      ) : null}
      {withdrawal.hiddenAt === null ? null : (
        <span
          className="ml-1.5 text-12 font-semibold text-warning"
          title={
            withdrawal.hiddenBy === null
              ? texts.statusHiddenTitle({ hiddenAt: formatUtc(withdrawal.hiddenAt) })
              : texts.statusHiddenByTitle({
                  hiddenBy: formatName(withdrawal.hiddenBy),
                  hiddenAt: formatUtc(withdrawal.hiddenAt),
                })
          }
        >
          {texts.hidden}
        </span>
      )}
      {signatures === null ? null : (
        <span className="figure ml-1.5 text-12 text-muted" title={texts.statusConfirmedTitle({ signatures })}>
          {signatures}
        </span>
      )}
    </>
  );
}

/** A withdrawal in payment cannot be rejected or deleted. */
function Actions({ withdrawal, open }: { withdrawal: AdminWithdrawal; open: Open }) {
  const refusal = useMissingRightText("money");
  const user = formatNameAndEmail(withdrawal.user);
  const stage = getPayoutStage(withdrawal, useAdmin().id);
  const isPending = withdrawal.status === "pending";
  const inPayment = withdrawal.status === "processing" ? texts.statusPaying : undefined;
  const items: readonly RowMenuItem[] = [
    { label: texts.details, onChoose: () => open("details", withdrawal) },
    ...(isPending
      ? [
          {
            label: texts.reject,
            onChoose: () => open("reject", withdrawal),
            refusal,
            onlyOn: "md:max-xl",
          } as const,
        ]
      : []),
    {
      label: texts.deleteLabel,
      isDanger: true,
      onChoose: () => open("delete", withdrawal),
      refusal: withdrawal.hiddenAt === null ? (inPayment ?? refusal) : texts.alreadyDeleted,
    },
  ];
  return (
    <span className="inline-flex items-center gap-2">
      {isPending ? (
        <span className="md:max-xl:hidden">
          <RowButton
            label={texts.reject}
            spoken={texts.rejectSpoken({ user })}
            right="money"
            onClick={() => open("reject", withdrawal)}
          />
        </span>
      ) : null}
      {stage === "held" ? (
        <RowButton
          label={texts.review}
          spoken={texts.reviewSpoken({ user })}
          right={undefined}
          onClick={() => open("details", withdrawal)}
        />
      ) : null}
      {stage === "unconfirmed" ? (
        <RowButton
          label={texts.confirm}
          spoken={texts.confirmSpoken({ user })}
          look="primary"
          right="money"
          onClick={() => open("confirm", withdrawal)}
        />
      ) : null}
      {stage === "alone" || stage === "confirmed" ? (
        <RowButton
          label={texts.complete}
          spoken={texts.completeSpoken({ user })}
          look="primary"
          right="money"
          onClick={() => open("complete", withdrawal)}
        />
      ) : null}
      <RowMenu label={texts.actionsMoreLabel({ user })} items={items} />
    </span>
  );
}
