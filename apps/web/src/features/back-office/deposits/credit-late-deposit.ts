import { creditLateDeposit } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";
import { depositReads } from "./settle-deposit.ts";

export function useCreditLateDeposit() {
  return useMoneyMutation(creditLateDeposit, depositReads);
}
