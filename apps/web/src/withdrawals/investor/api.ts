import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import {
  addPayoutAddress,
  cancelWithdrawal,
  checkRecipient,
  createWithdrawal,
  getCurrentUser,
  getSystemSettings,
  getWithdrawalTerms,
  listPayoutAddresses,
  listWithdrawals,
  removePayoutAddress,
  replaceWithdrawal,
  withdrawalKinds,
  type PayoutAddress,
  type RecipientCheck,
  type SystemSettings,
  type Withdrawal,
  type WithdrawalTerms,
} from "@wazi/contracts";
import { call, queryOf } from "../../lib/api-client.ts";
import { useCallMutation } from "../../lib/call-mutation.ts";
import type { WithdrawalBody } from "./withdrawal-form-schema.ts";

const WITHDRAWALS_REFRESH_MS = 3_000;
const SETTINGS_REFRESH_MS = 5_000;
const TERMS_REFRESH_MS = 30_000;

/** Newest first. */
export function useWithdrawals(): UseQueryResult<Withdrawal[]> {
  return useQuery({ ...queryOf(listWithdrawals), refetchInterval: WITHDRAWALS_REFRESH_MS });
}

/** An open withdrawal blocks another request until it is paid or rejected. */
export function isOpen({ status }: Withdrawal): boolean {
  return status === "pending" || status === "processing";
}

/** The open withdrawal's place on the page, for links to it. */
export const OPEN_WITHDRAWAL_ID = "open-withdrawal";

export function useCreateWithdrawal() {
  return useCallMutation(createWithdrawal, [listWithdrawals, getCurrentUser, getWithdrawalTerms]);
}

/** The account holder's name of a destination, asked once. Never for a wallet address, which has none. */
export function useRecipient({ amount: _amount, ...destination }: WithdrawalBody): UseQueryResult<RecipientCheck> {
  return useQuery({
    queryKey: [checkRecipient.path, destination],
    queryFn: ({ signal }) => call(checkRecipient, { body: destination, signal }),
    enabled: !withdrawalKinds[destination.withdrawalType].hasNetwork,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useCancelWithdrawal() {
  return useCallMutation(cancelWithdrawal, [listWithdrawals, getCurrentUser, getWithdrawalTerms]);
}

export function useReplaceWithdrawal() {
  return useCallMutation(replaceWithdrawal, [listWithdrawals, getCurrentUser, getWithdrawalTerms]);
}

/** The limits and delays of the next withdrawal. */
export function useWithdrawalTerms(): UseQueryResult<WithdrawalTerms> {
  return useQuery({ ...queryOf(getWithdrawalTerms), refetchInterval: TERMS_REFRESH_MS, staleTime: 0 });
}

/** The address book, newest first. */
export function usePayoutAddresses(): UseQueryResult<PayoutAddress[]> {
  return useQuery(queryOf(listPayoutAddresses));
}

export function useAddPayoutAddress() {
  return useCallMutation(addPayoutAddress, [listPayoutAddresses]);
}

export function useRemovePayoutAddress() {
  return useCallMutation(removePayoutAddress, [listPayoutAddresses]);
}

export function useSystemSettings(): UseQueryResult<SystemSettings> {
  return useQuery({ ...queryOf(getSystemSettings), refetchInterval: SETTINGS_REFRESH_MS });
}
