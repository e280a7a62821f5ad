import { messages, type UserBot } from "@wazi/contracts";
import { sumCents } from "../../lib/cents.ts";
import { Money } from "../../ui/money.tsx";
import { previewTransfer } from "./preview-transfer.ts";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useTransferInvestment } from "./transfer-investment.ts";

export function InvestmentTransferDialog({
  positions,
  onClose,
}: {
  positions: readonly UserBot[];
  onClose: () => void;
}) {
  const transfer = useTransferInvestment();
  return (
    <TransferDialog
      title="Transfer from Investment Fund"
      availableLabel="In your investment fund"
      available={sumCents(positions.map(({ allocatedAmount }) => allocatedAmount))}
      overText={messages.overInvestmentFund}
      transfer={transfer}
      failureDefault="Failed to transfer funds"
      success={{
        title: "Transfer Successful",
        text: "Funds transferred to your account balance. Bots below minimum allocation have been disabled.",
      }}
      onClose={onClose}
    >
      {(amountCents) => (
        <>
          <p className="text-14 text-muted">
            The amount is taken from your bots in proportion, at today&apos;s value. Bots with allocation below USD 100
            are automatically disabled, and all that they still hold comes back too.
          </p>
          {amountCents > 0n ? <Arrival positions={positions} amountCents={amountCents} /> : null}
        </>
      )}
    </TransferDialog>
  );
}

function Arrival({ positions, amountCents }: { positions: readonly UserBot[]; amountCents: bigint }) {
  const { arrives, change, closes } = previewTransfer(positions, amountCents);
  return (
    <div className="rounded-sm bg-sunken px-4 py-3 text-14" aria-live="polite">
      <p className="flex justify-between gap-4 font-semibold">
        About to arrive in your balance <Money value={arrives} />
      </p>
      <p className="mt-1 flex justify-between gap-4 text-muted">
        Gain or loss in it, after the split <Money value={change} change />
      </p>
      {closes.length === 0 ? null : <p className="mt-2">Disabled by this: {closes.join(", ")}.</p>}
      <p className="mt-2 text-muted">Values move until the click; it is settled at the value of that moment.</p>
    </div>
  );
}
