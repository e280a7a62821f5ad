import type { Administrator } from "@wazi/contracts";
import type { ReactNode, Ref } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { formatName } from "../person/person.tsx";
import { RecordChoice, RecordSearch, type Choice } from "../records/record-filters.tsx";
import type { RecordAddressState } from "../records/use-record-address.ts";
import { auditActions } from "./audit-labels.ts";

const actionChoices: readonly Choice[] = Object.entries(auditActions).map(([value, { label }]) => ({
  value,
  label,
}));

const subjectChoices: readonly Choice[] = [
  { value: "user", label: "Users" },
  { value: "deposit", label: "Deposits" },
  { value: "withdrawal", label: "Withdrawals" },
  { value: "verification", label: "Documents" },
  { value: "session", label: "Sessions" },
  { value: "address", label: "IP addresses" },
  { value: "bot", label: "Bots" },
  { value: "books", label: "Books" },
  { value: "table", label: "Exports" },
  { value: "settings", label: "Settings" },
  { value: "call", label: "Requests" },
];

/** Adds the selected value to the choices, so that it is always visible. */
function withSelected(choices: readonly Choice[], named: string | undefined, label = named): readonly Choice[] {
  const isKnown = named === undefined || label === undefined || choices.some(({ value }) => value === named);
  return isKnown ? choices : [...choices, { value: named, label }];
}

export function AuditSearch({ address, ref }: { address: RecordAddressState; ref: Ref<HTMLInputElement> }) {
  return <RecordSearch address={address} label="Search" placeholder="Action, subject, person or value" ref={ref} />;
}

export function AuditActionChoice({ address }: { address: RecordAddressState }) {
  const choices = withSelected(actionChoices, address.filters["action"]);
  return <RecordChoice address={address} name="action" label="Action" any="Any action" choices={choices} />;
}

export function AuditSubjectChoice({ address }: { address: RecordAddressState }) {
  const choices = withSelected(subjectChoices, address.filters["subjectType"]);
  return <RecordChoice address={address} name="subjectType" label="Subject" any="Any subject" choices={choices} />;
}

/** All administrators, plus the selected person. */
export function AuditActorChoice({
  address,
  administrators,
}: {
  address: RecordAddressState;
  administrators: readonly Administrator[];
}) {
  const known = administrators.map((each) => ({ value: each.id, label: formatName(each) }));
  const choices = withSelected(known, address.filters["actor"], "Other person");
  return <RecordChoice address={address} name="actor" label="Who" any="Anyone" choices={choices} />;
}

/** Filters from a link, for one subject or one user. Each can be removed. */
export function AuditScope({ address }: { address: RecordAddressState }) {
  const { user, subjectId, subjectType = "subject" } = address.filters;
  if (user === undefined && subjectId === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 pb-3 text-14">
      <span className="text-muted">Only</span>
      {user === undefined ? null : (
        <ScopeTag label="Remove user filter" onRemove={() => address.setFilter("user", "")}>
          by or about <TextLink href={`/admin/users/${user}`}>this user</TextLink>
        </ScopeTag>
      )}
      {subjectId === undefined ? null : (
        <ScopeTag label="Remove subject filter" onRemove={() => address.setFilter("subjectId", "")}>
          about the {subjectType} <span className="figure break-all whitespace-normal">{subjectId}</span>
        </ScopeTag>
      )}
    </p>
  );
}

function ScopeTag({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
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
