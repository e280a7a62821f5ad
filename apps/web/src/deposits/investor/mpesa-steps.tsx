import { formatMpesaNumber, type Deposit } from "@wazi/contracts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { usePaybill } from "./api.ts";
import { formatLocal } from "../../lib/format-local.ts";
import { LocalAmount } from "../../ui/local-amount.tsx";
import * as texts from "../../messages/deposits.ts";

const promptTexts = {
  requested: texts.mpesaPromptRequested,
  sent: texts.mpesaPromptSent,
  unknown: texts.mpesaPromptUnknown,
  failed: texts.mpesaPromptFailed,
  paid: texts.mpesaPromptPaid,
} as const;

/** How to pay by M-Pesa: the prompt on the phone, or the paybill with the investor's own account number. */
export function MpesaSteps({ deposit }: { deposit: Deposit }) {
  const paybill = usePaybill();
  const { prompt } = deposit;
  return (
    <>
      <div>
        <p className="text-14 font-medium text-muted">{texts.youPay}</p>
        <p className="figure text-24 font-semibold tracking-[-0.01em]">
          {formatLocal(deposit.cryptoAmount, deposit.currency)}
        </p>
        <p className="text-14 text-muted">{texts.activeAmount({ amount: <Money value={deposit.amount} /> })}</p>
        <LocalAmount local={deposit.local} />
      </div>
      {prompt === undefined ? null : (
        <Notice
          look={prompt.status === "failed" ? "warning" : "info"}
          role="status"
          title={formatMpesaNumber(prompt.phoneNumber)}
        >
          {promptTexts[prompt.status]} {prompt.reason ?? ""}
        </Notice>
      )}
      {paybill === null ? null : (
        <dl className="grid gap-4 sm:grid-cols-2">
          <PaybillFact term={texts.paybillTerm} value={paybill} label={texts.paybillCopyNumber} />
          <PaybillFact term={texts.accountNumber} value={deposit.walletAddress} label={texts.paybillCopyAccount} />
        </dl>
      )}
      <p className="text-14 text-muted">{texts.paybillExplained}</p>
    </>
  );
}

function PaybillFact({ term, value, label }: { term: string; value: string; label: string }) {
  return (
    <div>
      <dt className="mb-1.5 text-14 font-medium text-muted">{term}</dt>
      <dd className="flex items-center justify-between gap-3">
        <code className="rounded-sm bg-sunken px-3 py-2.5 font-mono text-16">{value}</code>
        <CopyButton text={value} label={label} />
      </dd>
    </div>
  );
}
