import { useRef } from "react";
import { AuditActionChoice, AuditSearch } from "../audit/audit-filters.tsx";
import { AuditList } from "../audit/audit-list.tsx";
import type { RecordRules } from "../records/record-address.ts";
import { RecordDays } from "../records/record-filters.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";

const rules: RecordRules = { filters: { search: "text", action: "text", from: "day", to: "day" } };

/** What the user did, and what was done to them. */
export function UserAudit({ userId }: { userId: string }) {
  const search = useRef<HTMLInputElement>(null);
  const address = useRecordAddress(rules);
  return (
    <AuditList
      address={address}
      userId={userId}
      empty="Nothing was noted of this user."
      search={search}
      filters={
        <>
          <AuditSearch address={address} ref={search} />
          <AuditActionChoice address={address} />
          <RecordDays address={address} />
        </>
      }
    />
  );
}
