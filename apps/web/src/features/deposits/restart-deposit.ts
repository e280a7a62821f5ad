import type { Deposit, DepositCurrency } from "@wazi/contracts";
import { useCancelDeposit } from "./cancel-deposit.ts";
import { useCreateDeposit } from "./create-deposit.ts";

/** After the window has closed: cancels the pending deposit and asks for the same again. Two calls, one click. */
export function useRestartDeposit() {
  const cancel = useCancelDeposit();
  const create = useCreateDeposit();

  async function restart({ id, amount, currency, network }: Deposit): Promise<void> {
    await cancel.mutateAsync({ params: { id } });
    await create.mutateAsync({ body: { amount, currency: currency as DepositCurrency, network } });
  }

  return { restart, isPending: cancel.isPending || create.isPending, error: cancel.error ?? create.error };
}
