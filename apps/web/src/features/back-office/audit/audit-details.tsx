import type { AuditEntry } from "@wazi/contracts";
import type { ReactNode } from "react";
import { TextLink } from "../../../ui/text-link.tsx";
import { exactUtc } from "../age-words.ts";
import { AuditChangesTable } from "./audit-changes-table.tsx";

/** Behind an entry: before and after, and everything that names it exactly. */
export function AuditDetails({ entry }: { entry: AuditEntry }) {
  const { action, subjectType, subjectId, actor, address, happenedAt } = entry;
  const subject = new URLSearchParams({ subjectType, subjectId }).toString();
  return (
    <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <AuditChangesTable entry={entry} />
      <dl className="grid content-start gap-x-6 gap-y-2 sm:grid-cols-2">
        <Fact term="At">
          <span className="figure">{exactUtc(happenedAt)}</span>
        </Fact>
        <Fact term="From">{address ?? "the platform itself"}</Fact>
        <Fact term="By">{actor?.email ?? "nobody signed in"}</Fact>
        <Fact term="Action">{action}</Fact>
        <Fact term="Subject">
          {subjectType} {subjectId}
        </Fact>
        <Fact term="More">
          <TextLink href={`/admin/audit?${subject}`}>Everything about this {subjectType}</TextLink>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
