import { listAuditEvents } from "@wazi/contracts";
import type { ReactNode, RefObject } from "react";
import { getRefetchMs } from "../../lib/query-client.ts";
import { OpenRowsContext, useOpenRows } from "../records/open-rows.tsx";
import { RecordList } from "../records/record-list.tsx";
import type { RecordAddressState } from "../records/use-record-address.ts";
import { useRecordPage } from "../records/use-record-page.ts";
import { auditColumns } from "./audit-columns.tsx";
import { AuditDetails } from "./audit-details.tsx";
import * as texts from "../../messages/admin-audit.ts";

/** Events of the audit log, newest first, with their changes as details. */
export function AuditList({
  address,
  userId,
  filters,
  search,
  empty,
}: {
  address: RecordAddressState;
  /** Only events by or about this user. */
  userId?: string;
  filters: ReactNode;
  /** The search field that the `/` key focuses. */
  search: RefObject<HTMLInputElement | null>;
  empty: string;
}) {
  const rows = useOpenRows();
  const query = useRecordPage(listAuditEvents, {
    query: { ...address.pageQuery, ...(userId === undefined ? {} : { user: userId }) },
    everyMs: getRefetchMs,
  });
  return (
    <OpenRowsContext value={rows}>
      <RecordList
        label={texts.auditLog}
        what={texts.listWhat}
        empty={empty}
        query={query}
        address={address}
        columns={auditColumns}
        filters={filters}
        search={search}
        onOpen={({ id }) => rows.toggle(id)}
        details={(entry) => (rows.isOpen(entry.id) ? <AuditDetails entry={entry} /> : null)}
      />
    </OpenRowsContext>
  );
}
