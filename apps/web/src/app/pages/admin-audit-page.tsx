import { useRef } from "react";
import { useAdministrators } from "../../people/office/administrators/api.ts";
import {
  AuditActionChoice,
  AuditActorChoice,
  AuditScope,
  AuditSearch,
  AuditSubjectChoice,
} from "../../office/audit/audit-filters.tsx";
import { AuditList } from "../../office/audit/audit-list.tsx";
import { type RecordRules, useRecordAddress } from "../../office/records/record-address.ts";
import { RecordDateRange } from "../../office/records/record-filters.tsx";
import { useTitle } from "../../lib/use-title.ts";
import * as texts from "../../messages/admin-audit.ts";

const rules: RecordRules = {
  filters: {
    search: "text",
    actor: "id",
    action: "text",
    subjectType: "text",
    subjectId: "text",
    user: "id",
    from: "day",
    to: "day",
  },
};

/** The audit log. Its events are never changed or deleted. */
export default function AdminAuditPage() {
  useTitle(texts.pageTitle);
  const search = useRef<HTMLInputElement>(null);
  const address = useRecordAddress(rules);
  const administrators = useAdministrators().data ?? [];
  return (
    <>
      <h1 className="text-24">{texts.auditLog}</h1>
      <p className="mt-1 mb-4 text-14 text-muted">{texts.pageLead}</p>
      <section
        aria-label={texts.entries}
        className="overflow-clip rounded-md border border-line bg-surface px-4 pt-4 sm:px-6"
      >
        <AuditScope address={address} />
        <AuditList
          address={address}
          empty={texts.listEmpty}
          search={search}
          filters={
            <>
              <AuditSearch address={address} ref={search} />
              <AuditActorChoice address={address} administrators={administrators} />
              <AuditActionChoice address={address} />
              <AuditSubjectChoice address={address} />
              <RecordDateRange address={address} />
            </>
          }
        />
      </section>
    </>
  );
}
