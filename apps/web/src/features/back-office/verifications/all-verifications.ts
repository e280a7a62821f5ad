import { listAllVerifications } from "@wazi/contracts";
import { liveFiguresMs } from "../../../lib/query-client.ts";
import { useRecordPage } from "../records/use-record-page.ts";

/** One page of the verifications, as the query says. */
export function useAllVerifications(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllVerifications, { query, everyMs: liveFiguresMs });
}
