import type { Administrator } from "@wazi/contracts";
import type { ReactNode, Ref } from "react";
import { Icon } from "../../ui/icons.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { formatName } from "../person/person.tsx";
import { RecordChoice, RecordSearch, type Choice } from "../records/record-filters.tsx";
import type { RecordAddressState } from "../records/record-address.ts";
import { auditActions } from "./audit-labels.ts";
import * as texts from "../../messages/admin-audit.ts";

const actionChoices: readonly Choice[] = Object.entries(auditActions).map(([value, { label }]) => ({
  value,
  label,
}));

const subjectChoices: readonly Choice[] = [
  { value: "user", label: texts.users },
  { value: "deposit", label: texts.deposits },
  { value: "withdrawal", label: texts.withdrawals },
  { value: "verification", label: texts.documents },
  { value: "session", label: texts.sessions },
  { value: "address", label: texts.ipAddresses },
  { value: "bot", label: texts.bots },
  { value: "books", label: texts.books },
  { value: "table", label: texts.exports },
  { value: "settings", label: texts.settings },
  { value: "call", label: texts.requests },
];

/** Adds the selected value to the choices, so that it is always visible. */
function withSelected(choices: readonly Choice[], named: string | undefined, label = named): readonly Choice[] {
  const isKnown = named === undefined || label === undefined || choices.some(({ value }) => value === named);
  return isKnown ? choices : [...choices, { value: named, label }];
}

export function AuditSearch({ address, ref }: { address: RecordAddressState; ref: Ref<HTMLInputElement> }) {
  return <RecordSearch address={address} label={texts.search} placeholder={texts.searchPlaceholder} ref={ref} />;
}

export function AuditActionChoice({ address }: { address: RecordAddressState }) {
  const choices = withSelected(actionChoices, address.filters["action"]);
  return <RecordChoice address={address} name="action" label={texts.action} any={texts.anyAction} choices={choices} />;
}

export function AuditSubjectChoice({ address }: { address: RecordAddressState }) {
  const choices = withSelected(subjectChoices, address.filters["subjectType"]);
  return (
    <RecordChoice address={address} name="subjectType" label={texts.subject} any={texts.anySubject} choices={choices} />
  );
}

/** All administrators, plus the selected person. */
export function AuditActorChoice({
  address,
  administrators,
}: {
  address: RecordAddressState;
  administrators: readonly Administrator[];
}) {
  const known = administrators.map((each) => ({
    value: each.id,
    label: formatName(each),
  }));
  const choices = withSelected(known, address.filters["actor"], texts.otherPerson);
  return <RecordChoice address={address} name="actor" label={texts.who} any={texts.anyone} choices={choices} />;
}

/** Filters from a link, for one subject or one user. Each can be removed. */
export function AuditScope({ address }: { address: RecordAddressState }) {
  const { user, subjectId, subjectType = "subject" } = address.filters;
  if (user === undefined && subjectId === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 pb-3 text-14">
      <span className="text-muted">{texts.only}</span>
      {user === undefined ? null : (
        <ScopeTag label={texts.scopeUserRemove} onRemove={() => address.setFilter("user", "")}>
          {texts.scopeUser({
            link: (text) => <TextLink href={`/admin/users/${user}`}>{text}</TextLink>,
          })}
        </ScopeTag>
      )}
      {subjectId === undefined ? null : (
        <ScopeTag label={texts.scopeSubjectRemove} onRemove={() => address.setFilter("subjectId", "")}>
          {texts.scopeSubject({
            subjectType,
            subjectId: <span className="figure break-all whitespace-normal">{subjectId}</span>,
          })}
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
