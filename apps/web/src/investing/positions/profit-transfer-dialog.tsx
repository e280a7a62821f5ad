import { messages, previewProfitTransfer, type UserBot } from "@wazi/contracts";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useTransferProfit } from "./api.ts";
import * as texts from "../../messages/investments.ts";

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
      title={texts.transferRunningProfits}
      availableLabel={texts.yourRunningProfits}
      available={runningProfit}
      overText={messages.overRunningProfit}
      positions={positions}
      previewCall={previewProfitTransfer}
      transfer={transfer}
      failureDefault={texts.failedToTransferProfits}
      success={{ title: texts.profitTransferSuccessful, text: texts.profitsTransferredToYourAccount }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.theFullAmountAddedTo}</p>
    </TransferDialog>
  );
}
