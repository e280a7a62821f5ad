import { deactivateBot, getCurrentUser, listUserBots, listUserTrades } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useDeactivateBot() {
  return useMoneyMutation(deactivateBot, [listUserBots, listUserTrades, getCurrentUser]);
}
