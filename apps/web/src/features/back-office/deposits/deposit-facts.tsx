import type { AdminDeposit } from "@wazi/contracts";
import { useNow } from "../../../lib/clock.ts";
import { formatCoins } from "../../../lib/format-number.ts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { Age } from "../display/age.tsx";
import { Fact, Facts, GroupedText } from "../display/facts.tsx";
import { formatUtc, overdueAfterMs } from "../display/format-age.ts";
import { PersonFacts } from "../person/person-facts.tsx";
import { depositStatusLooks, depositStatusLabels } from "./labels.ts";

/** The owner, payment details and outcome of a deposit. */
export function DepositFacts({ deposit }: { deposit: AdminDeposit }) {
  const { amount, cryptoAmount, currency, network, rate, walletAddress, status, createdAt, transactionHash } = deposit;
  const isPending = status === "pending";
  return (
    <div className="grid gap-4">
      <PersonFacts userId={deposit.userId} user={deposit.user} />
      <Facts>
        <Fact term={deposit.lateFor === null ? "Requested" : "Credited"} copy={amount}>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money value={amount} className="text-18 font-semibold" />
            <Tag look={depositStatusLooks[status]}>{depositStatusLabels[status]}</Tag>
          </span>
        </Fact>
        {deposit.receivedAmount === null ? null : (
          <Fact term="Received" copy={deposit.receivedAmount}>
            <Money value={deposit.receivedAmount} className="font-semibold" />
          </Fact>
        )}
        <Fact term="Crypto amount" copy={cryptoAmount}>
          <span className="figure">{formatCoins(cryptoAmount)}</span> {currency} on {network}
          <span className="text-muted">, at ${formatCoins(rate)} each</span>
        </Fact>
        <Fact term="Address" copy={walletAddress}>
          <GroupedText text={walletAddress} />
          {deposit.isTestAddress ? <span className="block text-muted">Test network address</span> : null}
        </Fact>
        <Fact term="Created">
          <Age at={createdAt} warnAfterMs={isPending ? overdueAfterMs.deposits : undefined} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
        {isPending ? <Window expiresAt={deposit.expiresAt} /> : null}
        {deposit.lateFor === null ? null : <Fact term="Late payment">For an earlier deposit to this address</Fact>}
        {transactionHash === null ? null : (
          <Fact term="Transaction hash" copy={transactionHash}>
            <code className="font-mono break-all">{transactionHash}</code>
          </Fact>
        )}
      </Facts>
    </div>
  );
}

/** The rate is held for fifteen minutes. A later payment is not lost. */
function Window({ expiresAt }: { expiresAt: string }) {
  const isOpen = useNow() < Date.parse(expiresAt);
  return (
    <Fact term="Payment window">
      {isOpen ? (
        <>Open until {formatUtc(expiresAt)}</>
      ) : (
        <>
          Closed <Age at={expiresAt} />. To credit a late payment, approve with the amount received
        </>
      )}
    </Fact>
  );
}
