import type { Administrator } from "@wazi/contracts";
import type { Ref } from "react";
import { nameOf } from "../owner-cell.tsx";
import { RecordChoice, RecordSearch, type Choice } from "../records/record-filters.tsx";
import type { RecordAddressState } from "../records/use-record-address.ts";
import { auditActions } from "./audit-words.ts";

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
  { value: "address", label: "Network addresses" },
  { value: "bot", label: "Bots" },
  { value: "books", label: "Books" },
  { value: "table", label: "Exports" },
  { value: "settings", label: "Settings" },
  { value: "call", label: "Calls" },
];

/** What the address names is always among the choices, so that it is never hidden. */
function withNamed(choices: readonly Choice[], named: string | undefined, label = named): readonly Choice[] {
  const isKnown = named === undefined || label === undefined || choices.some(({ value }) => value === named);
  return isKnown ? choices : [...choices, { value: named, label }];
}

export function AuditSearch({ address, ref }: { address: RecordAddressState; ref: Ref<HTMLInputElement> }) {
  return (
    <RecordSearch address={address} label="Search" placeholder="Action, subject, who, before and after" ref={ref} />
  );
}

export function AuditActionChoice({ address }: { address: RecordAddressState }) {
  const choices = withNamed(actionChoices, address.filters["action"]);
  return <RecordChoice address={address} name="action" label="Action" any="Any action" choices={choices} />;
}

export function AuditSubjectChoice({ address }: { address: RecordAddressState }) {
  const choices = withNamed(subjectChoices, address.filters["subjectType"]);
  return <RecordChoice address={address} name="subjectType" label="Subject" any="Any subject" choices={choices} />;
}

/** Any administrator; and whoever else the address names. */
export function AuditActorChoice({
  address,
  administrators,
}: {
  address: RecordAddressState;
  administrators: readonly Administrator[];
}) {
  const known = administrators.map((each) => ({ value: each.id, label: nameOf(each) }));
  const choices = withNamed(known, address.filters["actor"], "Somebody else");
  return <RecordChoice address={address} name="actor" label="Who" any="Anyone" choices={choices} />;
}
