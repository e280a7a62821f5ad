// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, join } from "../lib/message-parts.ts";

export const amountPerPayout = "Amount per payout";
export const appliesToEveryPayoutFrom = ({ gasFeeAmount }: { gasFeeAmount: Value }) =>
  `Applies to every payout from now on. Investors see it in the details of a pending withdrawal but are never asked to pay it. It is currently ${gasFeeAmount}.`;
export const changes = "Changes";
export const edit = "Edit";
export const editGasFeeSettings = "Edit gas fee settings";
export const failedToChangeGasFee = "Failed to change the gas fee settings";
export const gasFeeAddress = "Gas fee address";
export const gasFeeAmount = "Gas fee amount";
export const gasFeeSettings = "Gas fee settings";
export const gasFeeSettings2 = "gas fee settings";
export const newLabel = "New";
export const noWallet = "no wallet";
export const noWalletYet = "no wallet yet";
export const now = "Now";
export const perPayoutFrom = "per payout, from";
export const saveSettings = "Save settings";
export const saving = "Saving...";
export const theGasFeeSettings = "the gas fee settings";
export const theGasFeeSettingsSaved = "The gas fee settings were saved.";
export const theSettingsNowPerPayout = ({ gasFeeAmount, part }: { gasFeeAmount: ReactNode; part: ReactNode }) =>
  join("The settings are now ", gasFeeAmount, " per payout from ", part, ".");
export const thisDoesNotLookLike = "This does not look like a TRON address. You can still save it.";
export const waziPaysFeesFromThis = ({ span }: { span: ReactNode }) =>
  join("Wazi pays the fees from this wallet. Investors are never asked to send money to it.", span);
export const waziPaysNetworkFeeEvery = "Wazi pays the network fee of every payout from this wallet. Investors are never asked to pay it.";
export const withItsCoinSuchAs = "With its coin, such as 500 TRX";
