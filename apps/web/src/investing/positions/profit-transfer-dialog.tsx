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
      title={texts.profitTransferTitle}
      availableLabel={texts.profitTransferAvailable}
      available={runningProfit}
      overText={messages.overRunningProfit}
      positions={positions}
      previewCall={previewProfitTransfer}
      transfer={transfer}
      failureDefault={texts.profitTransferFailed}
      success={{ title: texts.profitTransferDoneTitle, text: texts.profitTransferDone }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.profitTransferEffect}</p>
    </TransferDialog>
  );
}
