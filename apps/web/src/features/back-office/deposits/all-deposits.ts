import { listAllDeposits } from "@wazi/contracts";
import { useRecordPage } from "../records/use-record-page.ts";

const REFRESH_MS = 3_000;

/** One page of the deposits, as the query says. */
export function useAllDeposits(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllDeposits, { query, everyMs: REFRESH_MS });
}
