import type { AdminDeposit, DepositPayment } from "@wazi/contracts";
import { useNow } from "../../lib/clock.ts";
import { formatCoins } from "../../lib/format-number.ts";
import { describeLocal } from "../../lib/format-local.ts";
import { describePayment, paymentLooks } from "../../lib/payment-labels.ts";
import { Money } from "../../ui/money.tsx";
import { RateHoldFact } from "../../ui/rate-hold-notice.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Age, formatUtc, overdueAfterMs } from "../../office/display/age.tsx";
import { Fact, Facts, GroupedText } from "../../office/display/facts.tsx";
import { PersonFacts } from "../../office/person/person.tsx";
import { depositStatusLooks, depositStatusLabels } from "./labels.ts";
import { PaymentTags } from "./payment-tags.tsx";
import * as texts from "../../messages/admin-deposits.ts";

/** The owner, payment details and outcome of a deposit. */
export function DepositFacts({ deposit }: { deposit: AdminDeposit }) {
  const { amount, cryptoAmount, currency, network, rate, walletAddress, status, createdAt, transactionHash } = deposit;
  const isPending = status === "pending";
  return (
    <div className="grid gap-4">
      <RateHoldFact hold={deposit.rateHold} />
      <PersonFacts userId={deposit.userId} user={deposit.user} />
      <Facts>
        <Fact
          term={deposit.lateFor === null ? texts.requested : texts.credited}
          copy={{ text: amount, label: deposit.lateFor === null ? texts.copyRequested : texts.copyCredited }}
        >
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Money value={amount} className="text-18 font-semibold" />
            <Tag look={depositStatusLooks[status]}>{depositStatusLabels[status]}</Tag>
          </span>
        </Fact>
        {deposit.receivedAmount === null ? null : (
          <Fact term={texts.received} copy={{ text: deposit.receivedAmount, label: texts.copyReceived }}>
            <Money value={deposit.receivedAmount} className="font-semibold" />
          </Fact>
        )}
        {deposit.local === undefined ? null : <Fact term={texts.localAmount}>{describeLocal(deposit.local)}</Fact>}
        <Fact term={texts.cryptoAmount} copy={{ text: cryptoAmount, label: texts.copyCryptoAmount }}>
          {texts.factCoins({
            cryptoAmount: <span className="figure">{formatCoins(cryptoAmount)}</span>,
            currency,
            network,
            rate: formatCoins(rate),
            span: (text) => <span className="text-muted">{text}</span>,
          })}
        </Fact>
        <Fact term={texts.address} copy={{ text: walletAddress, label: texts.copyAddress }}>
          <GroupedText text={walletAddress} />
          {deposit.isTestAddress ? <span className="block text-muted">{texts.factTestNetwork}</span> : null}
        </Fact>
        <Fact term={texts.created}>
          <Age at={createdAt} warnAfterMs={isPending ? overdueAfterMs.deposits : undefined} />
          <span className="text-muted">, {formatUtc(createdAt)}</span>
        </Fact>
        {isPending ? <Window expiresAt={deposit.expiresAt} /> : null}
        {deposit.lateFor === null ? null : <Fact term={texts.latePayment}>{texts.factEarlierDeposit}</Fact>}
        {transactionHash === null ? null : (
          <Fact term={texts.transactionHash} copy={{ text: transactionHash, label: texts.copyTransactionHash }}>
            <code className="font-mono break-all">{transactionHash}</code>
          </Fact>
        )}
      </Facts>
      <Payments payments={deposit.payments ?? []} />
    </div>
  );
}

/** The payments of this deposit that a node or M-Pesa shows. Confirmations are counted while the dialog is open. */
function Payments({ payments }: { payments: readonly DepositPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-t border-line text-14" aria-label={texts.paymentsSeen}>
      {payments.map((payment) => (
        <li key={payment.id} className="grid gap-1 py-2" data-testid="seen-payment">
          <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="figure font-semibold">
              {payment.currency === null ? texts.anotherToken : `${formatCoins(payment.coins)} ${payment.currency}`}
            </span>
            <Tag look={paymentLooks[payment.status]}>{describePayment(payment)}</Tag>
          </p>
          <p className="flex flex-wrap gap-2">
            <PaymentTags payment={payment} />
          </p>
          <code className="font-mono text-13 break-all text-muted">{payment.transactionHash}</code>
        </li>
      ))}
    </ul>
  );
}

/** The rate is held for fifteen minutes. A later payment is not lost. */
function Window({ expiresAt }: { expiresAt: string }) {
  const isOpen = useNow() < Date.parse(expiresAt);
  return (
    <Fact term={texts.paymentWindow}>
      {isOpen ? (
        <>{texts.windowOpen({ expiresAt: formatUtc(expiresAt) })}</>
      ) : (
        <>{texts.windowClosed({ expiresAt: <Age at={expiresAt} /> })}</>
      )}
    </Fact>
  );
}
