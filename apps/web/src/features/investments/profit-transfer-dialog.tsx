import { messages, previewProfitTransfer, type UserBot } from "@wazi/contracts";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useTransferProfit } from "./api.ts";

export function ProfitTransferDialog({
  runningProfit,
  positions,
  onClose,
}: {
  runningProfit: string;
  positions: readonly UserBot[];
  onClose: () => void;
}) {
  const transfer = useTransferProfit();
  return (
    <TransferDialog
      title="Transfer Running Profits"
      availableLabel="Your running profits"
      available={runningProfit}
      overText={messages.overRunningProfit}
      positions={positions}
      previewCall={previewProfitTransfer}
      transfer={transfer}
      failureDefault="Failed to transfer profits"
      success={{ title: "Profit Transfer Successful", text: "Profits transferred to your account balance." }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">
        The full amount is added to your profit funds. The platform&apos;s share is already deducted from the figure
        above. Your own money stays in the bots.
      </p>
    </TransferDialog>
  );
}
