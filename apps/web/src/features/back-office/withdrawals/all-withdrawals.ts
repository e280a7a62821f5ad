import { listAllWithdrawals } from "@wazi/contracts";
import { useRecordPage } from "../records/use-record-page.ts";

const REFRESH_MS = 3_000;

/** One page of the withdrawals, as the query says. */
export function useAllWithdrawals(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllWithdrawals, { query, everyMs: REFRESH_MS });
}
