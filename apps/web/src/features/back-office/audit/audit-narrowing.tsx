import type { ReactNode } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import type { RecordAddressState } from "../records/use-record-address.ts";

/** What a link has narrowed the list to beyond its fields: one subject, or one user; each can be taken away. */
export function AuditNarrowing({ address }: { address: RecordAddressState }) {
  const { user, subjectId, subjectType = "subject" } = address.filters;
  if (user === undefined && subjectId === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 pb-3 text-14">
      <span className="text-muted">Only</span>
      {user === undefined ? null : (
        <Narrowed label="Don't narrow to a user" onRemove={() => address.setFilter("user", "")}>
          by or about <TextLink href={`/admin/users/${user}`}>this user</TextLink>
        </Narrowed>
      )}
      {subjectId === undefined ? null : (
        <Narrowed label="Don't narrow to a subject" onRemove={() => address.setFilter("subjectId", "")}>
          about the {subjectType} <span className="figure break-all whitespace-normal">{subjectId}</span>
        </Narrowed>
      )}
    </p>
  );
}

function Narrowed({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 rounded-sm border border-outline bg-surface pl-2.5">
      <span className="min-w-0">{children}</span>
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="flex size-8 shrink-0 items-center justify-center rounded-sm text-muted -outline-offset-3 hover:text-ink pointer-coarse:size-11"
      >
        <Icon name="close" className="size-4" />
      </button>
    </span>
  );
}
