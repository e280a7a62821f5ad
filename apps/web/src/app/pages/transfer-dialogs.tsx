import type { UserBot } from "@wazi/contracts";
import { InvestmentTransferDialog } from "../../investing/positions/investment-transfer-dialog.tsx";
import { ProfitTransferDialog } from "../../investing/positions/profit-transfer-dialog.tsx";

/** The dialog of one of the two transfers. It comes when it is opened, so that the dashboard is there sooner. */
export default function TransferDialogs({
  kind,
  runningProfit,
  positions,
  onClose,
}: {
  kind: "investment" | "profit";
  runningProfit: string;
  positions: readonly UserBot[];
  onClose: () => void;
}) {
  return kind === "investment" ? (
    <InvestmentTransferDialog positions={positions} onClose={onClose} />
  ) : (
    <ProfitTransferDialog runningProfit={runningProfit} positions={positions} onClose={onClose} />
  );
}
