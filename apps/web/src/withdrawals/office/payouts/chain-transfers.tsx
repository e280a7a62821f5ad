import type { ChainTransfer } from "@wazi/contracts";
import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/announce.ts";
import { Age } from "../../../office/display/age.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { useRaiseFee } from "./chain-api.ts";
import { adviseOnTransfer, transferLabels, trimFigure } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Transactions on chains, those that have not ended first: each with its payments and what to do next. */
export function ChainTransfers({ transfers }: { transfers: readonly ChainTransfer[] }) {
  if (transfers.length === 0) return <p className="text-muted">{texts.transfersEmpty}</p>;
  return (
    <ul
      className="divide-y divide-line overflow-auto border-t border-line sm:max-h-96"
      tabIndex={0}
      aria-label={texts.transfersLabel}
    >
      {transfers.map((transfer) => (
        <TransferRow key={transfer.id} transfer={transfer} />
      ))}
    </ul>
  );
}

function TransferRow({ transfer }: { transfer: ChainTransfer }) {
  const { id, state, hash, fee, feeCurrency, versions, sentAt, payments, refusal, isStuck } = transfer;
  const { label, look } = transferLabels[state];
  const raise = useRaiseFee();
  const missing = useMissingRightText("money");
  const run = (): void =>
    raise.mutate({ params: { transfer: id } }, announce(texts.transferRaiseDone, texts.transferRaiseFailed));
  return (
    <li className="grid gap-1 py-3" data-testid="chain-transfer">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Tag look={isStuck ? "loss" : look}>{label}</Tag>
        {sentAt === null ? null : <Age at={sentAt} />}
      </p>
      <ul>
        {payments.map(({ payoutId, withdrawalId, user, amount, coins, currency, address }) => (
          <li key={payoutId} className="break-all">
            {texts.transferPayout({
              amount: <Money value={amount} className="font-semibold" />,
              user: <TextLink href={`/admin?tab=withdrawals&search=${withdrawalId}`}>{formatName(user)}</TextLink>,
              coins,
              currency,
              address: address ?? texts.transferDeletedAccount,
            })}
          </li>
        ))}
      </ul>
      <p>{adviseOnTransfer(transfer)}</p>
      <p className="break-all text-muted">
        {versions > 1 ? `${texts.transferVersions({ versions })} ` : ""}
        {fee === null
          ? ""
          : `${texts.transferFee({ state: state === "mined" || state === "paid" ? "yes" : "other", trimFigure: trimFigure(fee), feeCurrency })} `}
        {hash === null ? "" : <span className="font-mono text-13">{hash}</span>}
      </p>
      {refusal === null || state !== "sent" ? null : (
        <p className="break-words">{texts.transferRefusal({ refusal })}</p>
      )}
      {state === "sent" ? (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-disabled={missing !== undefined}
          title={missing}
          pending={raise.isPending}
          pendingLabel={texts.preparing}
          onClick={() => missing ?? run()}
        >
          {texts.transferRaise}
        </Button>
      ) : null}
    </li>
  );
}
