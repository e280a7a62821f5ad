import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  cancelDeposit,
  createDeposit,
  createMpesaDeposit,
  type Deposit,
  type DepositCurrency,
  getPublicSettings,
  listDeposits,
  type MpesaQuote,
  quoteMpesaDeposit,
} from "@wazi/contracts";
import { call, queryOf } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";
import { getRefetchMs } from "../../lib/query-client.ts";

/** Newest first. Refetches while one is pending, because an administrator or the chain watcher settles it. */
export function useDeposits(): UseQueryResult<Deposit[]> {
  return useQuery({
    ...queryOf(listDeposits),
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? getRefetchMs() : false),
  });
}

export function isPending(deposit: Deposit): boolean {
  return deposit.status === "pending";
}

export function useCreateDeposit() {
  return useCallMutation(createDeposit, [listDeposits]);
}

/** The paybill number for deposits by M-Pesa; null where there are none, or until it is known. */
export function usePaybill(): string | null {
  const { data } = useQuery({ ...queryOf(getPublicSettings), staleTime: Infinity });
  return data?.mpesaPaybill ?? null;
}

/** Smaller payments are credited together with later ones; undefined until it is known. */
export function useDustBelow(): string | undefined {
  return useQuery({ ...queryOf(getPublicSettings), staleTime: Infinity }).data?.depositDustBelow;
}

export function quoteMpesa(amount: string): Promise<MpesaQuote> {
  return call(quoteMpesaDeposit, { query: { amount } });
}

export function useCreateMpesaDeposit() {
  return useCallMutation(createMpesaDeposit, [listDeposits]);
}

export function useCancelDeposit() {
  return useCallMutation(cancelDeposit, [listDeposits]);
}

/** After the 15 minutes: cancels the pending deposit and requests the same one again. */
export function useRestartDeposit() {
  const cancel = useCancelDeposit();
  const create = useCreateDeposit();

  async function restart({ id, amount, currency, network }: Deposit): Promise<void> {
    await cancel.mutateAsync({ params: { id } });
    await create.mutateAsync({ body: { amount, currency: currency as DepositCurrency, network } });
  }

  return { restart, isPending: cancel.isPending || create.isPending, error: cancel.error ?? create.error };
}
