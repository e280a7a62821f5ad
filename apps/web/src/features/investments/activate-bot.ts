import { activateBot, getCurrentUser, listUserBots } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useActivateBot() {
  return useMoneyMutation(activateBot, [listUserBots, getCurrentUser]);
}
