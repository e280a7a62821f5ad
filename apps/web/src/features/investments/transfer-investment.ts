import { getCurrentUser, listUserBots, transferInvestment } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useTransferInvestment() {
  return useMoneyMutation(transferInvestment, [listUserBots, getCurrentUser]);
}
