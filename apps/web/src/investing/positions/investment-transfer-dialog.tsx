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
      title={texts.investmentTransferTitle}
      availableLabel={texts.investmentTransferAvailable}
      available={sumCents(positions.map(({ allocatedAmount }) => allocatedAmount))}
      overText={messages.overInvestmentFund}
      positions={positions}
      previewCall={previewInvestmentTransfer}
      transfer={transfer}
      failureDefault={texts.investmentTransferFailed}
      success={{
        title: texts.transferSuccessful,
        text: texts.investmentTransferDone,
      }}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.investmentTransferEffect}</p>
    </TransferDialog>
  );
}
