import { getCurrentUser, listUserBots, transferProfit } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useTransferProfit() {
  return useMoneyMutation(transferProfit, [listUserBots, getCurrentUser]);
}
