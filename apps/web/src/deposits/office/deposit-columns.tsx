import type { AdminDeposit } from "@wazi/contracts";
import { formatCoins } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useMissingRightText } from "../../office/access/admin-access.ts";
import { Age, overdueAfterMs } from "../../office/display/age.tsx";
import { formatNameAndEmail, PersonCell } from "../../office/person/person.tsx";
import type { RecordColumn } from "../../office/records/record-columns.ts";
import { SettledCell } from "../../office/records/request-columns.tsx";
import { RowButton } from "../../office/records/row-button.tsx";
import { RowMenu } from "../../office/records/row-menu.tsx";
import type { DepositStep } from "./deposit-dialog.tsx";
import { depositStatusLooks, depositStatusLabels } from "./labels.ts";
import * as texts from "../../messages/admin-deposits.ts";

type Open = (step: DepositStep, deposit: AdminDeposit) => void;

export function depositColumns(open: Open): readonly RecordColumn<AdminDeposit>[] {
  return [
    {
      id: "user",
      heading: texts.user,
      cardSlot: "title",
      width: "xl:w-56 2xl:w-72",
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
      cell: (deposit) => <AmountCell deposit={deposit} />,
    },
    {
      id: "coins",
      heading: texts.cryptoAmount,
      width: "md:w-44",
      minScreen: "xl",
      cell: ({ cryptoAmount, currency, network }) => (
        <span className="figure">
          {formatCoins(cryptoAmount)} {currency}
          {network === currency ? null : <span className="text-muted"> {network}</span>}
        </span>
      ),
    },
    {
      id: "address",
      heading: texts.address,
      width: "md:w-40",
      minScreen: "xl",
      cell: ({ walletAddress }) => (
        <span title={walletAddress} className="font-mono text-12 text-muted max-md:break-all">
          <ShortInTable text={walletAddress} />
        </span>
      ),
    },
    {
      id: "createdAt",
      heading: texts.requested,
      width: "md:w-28",
      sort: { up: "createdAt", down: "-createdAt" },
      cell: ({ createdAt, status }) => (
        <Age at={createdAt} warnAfterMs={status === "pending" ? overdueAfterMs.deposits : undefined} />
      ),
    },
    {
      id: "status",
      heading: texts.status,
      width: "md:w-24 lg:w-28",
      sort: { other: "waiting" },
      cell: ({ status, lateFor }) => (
        <>
          <Tag look={depositStatusLooks[status]}>{depositStatusLabels[status]}</Tag>
          {lateFor === null ? null : <span className="ml-1.5 text-12 text-muted">{texts.late}</span>}
        </>
      ),
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
      width: "md:w-40 lg:w-56",
      cell: (deposit) => <Actions deposit={deposit} open={open} />,
    },
  ];
}

/** The table shows the beginning and the end of an address. The full text stays readable and copyable. */
function ShortInTable({ text }: { text: string }) {
  if (text.length <= 20) return text;
  return (
    <>
      {text.slice(0, 10)}
      <span className="md:text-[0px] md:before:text-12 md:before:content-['…']">{text.slice(10, -8)}</span>
      {text.slice(-8)}
    </>
  );
}

function AmountCell({ deposit }: { deposit: AdminDeposit }) {
  const { amount, receivedAmount } = deposit;
  if (receivedAmount === null || receivedAmount === amount) return <Money value={amount} className="font-semibold" />;
  return (
    <span title={texts.requestedAmount({ amount })}>
      {texts.amountChanged({
        quiet: (text) => <span className="mr-1.5 text-12 text-muted">{text}</span>,
        hidden: (text) => <span className="sr-only">{text}</span>,
        requested: <Money value={amount} className="line-through" />,
        received: <Money value={receivedAmount} className="font-semibold" />,
      })}
    </span>
  );
}

function Actions({ deposit, open }: { deposit: AdminDeposit; open: Open }) {
  const refusal = useMissingRightText("money");
  const user = formatNameAndEmail(deposit.user);
  const details = {
    label: texts.details,
    onChoose: () => open("details", deposit),
  };
  const isPending = deposit.status === "pending";
  return (
    <span className="inline-flex items-center gap-2">
      {isPending ? (
        <>
          <span className="md:max-lg:hidden">
            <RowButton
              label={texts.reject}
              spoken={texts.rejectSpoken({ user })}
              right="money"
              onClick={() => open("reject", deposit)}
            />
          </span>
          <RowButton
            label={texts.approve}
            spoken={texts.approveSpoken({ user })}
            look="primary"
            right="money"
            onClick={() => open("approve", deposit)}
          />
        </>
      ) : null}
      <RowMenu
        label={texts.actionsMoreLabel({ user })}
        items={
          isPending
            ? [
                details,
                {
                  label: texts.reject,
                  onChoose: () => open("reject", deposit),
                  refusal,
                  onlyOn: "md:max-lg",
                },
              ]
            : [
                details,
                {
                  label: texts.actionCreditLate,
                  onChoose: () => open("late", deposit),
                  refusal,
                },
              ]
        }
      />
    </span>
  );
}
