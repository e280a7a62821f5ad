import { messages, previewInvestmentTransfer, type UserBot } from "@wazi/contracts";
import { sumCents } from "../../lib/cents.ts";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useTransferInvestment } from "./api.ts";

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
      positions={positions}
      previewCall={previewInvestmentTransfer}
      transfer={transfer}
      failureDefault="Failed to transfer funds"
      success={{
        title: "Transfer Successful",
        text: "Funds transferred to your account balance. Bots below minimum allocation have been disabled.",
      }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">
        The amount is taken from all your bots in proportion, at their current value. Bots with allocation below USD 100
        are automatically disabled, and their remaining money returns to your balance too.
      </p>
    </TransferDialog>
  );
}
