import { listUsers } from "@wazi/contracts";
import { liveFiguresMs } from "../../../lib/query-client.ts";
import { useRecordPage } from "../records/use-record-page.ts";

/** One page of everybody but administrators, as the query says. */
export function useUsers(query: Readonly<Record<string, string>>) {
  return useRecordPage(listUsers, { query, everyMs: liveFiguresMs });
}
