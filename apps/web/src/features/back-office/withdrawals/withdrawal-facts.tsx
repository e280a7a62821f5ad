import type { AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { ActorAndTime } from "../decisions/notices.tsx";
import { Age } from "../display/age.tsx";
import { Fact, Facts, GroupedText } from "../display/facts.tsx";
import { formatUtc, overdueAfterMs } from "../display/format-age.ts";
import { PersonFacts } from "../person/person-facts.tsx";
import { withdrawalStatusLooks, withdrawalStatusLabels } from "./labels.ts";

/** The owner, payment details and age of a withdrawal, each value with a copy button. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { amount, status, createdAt, transactionHash, notes } = withdrawal;
  const isOpen = status === "pending" || status === "processing";
  return (
    <div className="grid gap-4">
      <PersonFacts userId={withdrawal.userId} user={withdrawal.user} />
      <Facts>
        <Fact term="Amount" copy={amount}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money value={amount} className="text-18 font-semibold" />
            <Tag look={withdrawalStatusLooks[status]}>
              {withdrawal.isCancelled ? "Cancelled" : withdrawalStatusLabels[status]}
            </Tag>
          </span>
        </Fact>
        <PayTo withdrawal={withdrawal} />
        <Fact term="Requested">
          <Age at={createdAt} warnAfterMs={isOpen ? overdueAfterMs.withdrawals : undefined} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
        {transactionHash === null ? null : (
          <Fact term="Transaction hash" copy={transactionHash}>
            <code className="font-mono break-all">{transactionHash}</code>
          </Fact>
        )}
        {withdrawal.hiddenAt === null ? null : (
          <Fact term="Hidden">
            <ActorAndTime by={withdrawal.hiddenBy} at={withdrawal.hiddenAt} />
          </Fact>
        )}
        {notes === null ? null : <Fact term="Note">{notes}</Fact>}
      </Facts>
    </div>
  );
}

function PayTo({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const { withdrawalType, currency, network, destinationAddress, country, bankName, accountName, phoneNumber } =
    withdrawal;
  switch (withdrawalType) {
    case "crypto":
      return (
        <>
          <Fact term="Network">
            {currency} on {network}
          </Fact>
          <Fact term="Address" copy={destinationAddress}>
            <GroupedText text={destinationAddress ?? ""} />
          </Fact>
        </>
      );
    case "bank":
      return (
        <>
          <Fact term="Bank" copy={bankName}>
            {bankName}, {country}
          </Fact>
          <Fact term="Account name" copy={accountName}>
            {accountName}
          </Fact>
          <Fact term="Account number" copy={destinationAddress}>
            <GroupedText text={destinationAddress ?? ""} />
          </Fact>
        </>
      );
    case "mpesa":
      return (
        <>
          <Fact term="M-Pesa">{country}</Fact>
          <Fact term="Phone number" copy={phoneNumber}>
            <span className="figure">{phoneNumber}</span>
          </Fact>
        </>
      );
  }
}
