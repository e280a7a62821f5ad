import { messages, previewInvestmentTransfer, type UserBot } from "@wazi/contracts";
import { sumCents } from "../../lib/cents.ts";
import { TransferDialog } from "./transfer-dialog.tsx";
import { useTransferInvestment } from "./api.ts";
import * as texts from "../../messages/investments.ts";

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
      title={texts.transferFromInvestmentFund}
      availableLabel={texts.inYourInvestmentFund}
      available={sumCents(positions.map(({ allocatedAmount }) => allocatedAmount))}
      overText={messages.overInvestmentFund}
      positions={positions}
      previewCall={previewInvestmentTransfer}
      transfer={transfer}
      failureDefault={texts.failedToTransferFunds}
      success={{
        title: texts.transferSuccessful,
        text: texts.fundsTransferredToYourAccount,
      }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.theAmountTakenFromAll}</p>
    </TransferDialog>
  );
}
