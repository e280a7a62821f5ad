import type { AuditEvent } from "@wazi/contracts";
import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { formatUtc } from "../display/age.tsx";
import * as texts from "../../messages/admin-audit.ts";

/** One field before and after; undefined on a side that was not recorded. */
interface AuditChange {
  name: string;
  /** The name within a sentence. */
  words: string;
  before: string | undefined;
  after: string | undefined;
  isMoney: boolean;
  isChanged: boolean;
}

const fieldNames: Readonly<Record<string, string>> = {
  isActive: texts.fieldIsActive,
  kycStatus: texts.fieldKycStatus,
  isAdmin: texts.fieldIsAdmin,
  gasFeeAddress: texts.fieldGasFeeAddress,
  gasFeeAmount: texts.fieldGasFeeAmount,
  lateFor: texts.fieldLateFor,
};

const moneyFields = new Set([
  "amount",
  "receivedAmount",
  "balance",
  "depositFunds",
  "profitFunds",
  "totalDeposits",
  "totalInvested",
  "totalProfit",
  "adjustmentProfit",
  "withdrawalHold",
]);

/** `rejectionReason` to "rejection reason". */
function toFieldWords(field: string): string {
  const words = field.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return fieldNames[field] ?? words.replaceAll("_", " ");
}

/** `rejectionReason` to "Rejection reason". */
function toFieldLabel(field: string): string {
  const words = toFieldWords(field);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatValue(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const isAmount = (text: string | undefined): boolean => text === undefined || /^-?\d+\.\d{2}$/.test(text);

/** All fields, changed ones first. */
export function listAuditChanges({ before, after }: Pick<AuditEvent, "before" | "after">): AuditChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields.map((field): AuditChange => {
    const [was, is] = [formatValue(before?.[field]), formatValue(after?.[field])];
    const isMoney = moneyFields.has(field) && isAmount(was) && isAmount(is);
    return {
      name: toFieldLabel(field),
      words: toFieldWords(field),
      before: was,
      after: is,
      isMoney,
      isChanged: was !== is,
    };
  });
  return [...changes.filter(({ isChanged }) => isChanged), ...changes.filter(({ isChanged }) => !isChanged)];
}

/** The details of an event: changes, time, address and subject. */
export function AuditDetails({ entry }: { entry: AuditEvent }) {
  const { action, subjectType, subjectId, actor, address, happenedAt } = entry;
  const subject = new URLSearchParams({ subjectType, subjectId }).toString();
  return (
    <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <AuditChangesTable entry={entry} />
      <dl className="grid content-start gap-x-6 gap-y-2 sm:grid-cols-2">
        <Fact term={texts.at}>
          <span className="figure">{formatUtc(happenedAt)}</span>
        </Fact>
        <Fact term={texts.from}>{address ?? texts.system}</Fact>
        <Fact term={texts.by}>{actor?.email ?? texts.actorSignedOut}</Fact>
        <Fact term={texts.action}>{action}</Fact>
        <Fact term={texts.subject}>
          {subjectType} {subjectId}
        </Fact>
        <Fact term={texts.more}>
          <TextLink href={`/admin/audit?${subject}`}>{texts.detailsSubjectLink({ subjectType })}</TextLink>
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

const HEAD_CELL = "pb-1 text-left text-12 font-medium text-muted";

/** The values before and after, field by field. Unchanged fields are listed below. */
function AuditChangesTable({ entry }: { entry: AuditEvent }) {
  const changes = listAuditChanges(entry);
  const changed = changes.filter(({ isChanged }) => isChanged);
  const kept = changes.filter(({ isChanged }) => !isChanged);
  if (changes.length === 0) return <p className="text-muted">{texts.changesNone}</p>;
  return (
    <div className="min-w-0">
      {changed.length === 0 ? null : (
        <table aria-label={texts.changesLabel} className="w-full table-fixed">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={HEAD_CELL}>
                {texts.field}
              </th>
              <th scope="col" className={`${HEAD_CELL} pl-3`}>
                {texts.before}
              </th>
              <th scope="col" className={`${HEAD_CELL} pl-3`}>
                {texts.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map((change) => (
              <tr key={change.name} className="border-b border-line align-top last:border-0">
                <th scope="row" className="py-1.5 text-left font-normal break-words">
                  {change.name}
                </th>
                <td className="py-1.5 pl-3 break-words text-muted">
                  <Side change={change} value={change.before} />
                </td>
                <td className="py-1.5 pl-3 font-medium break-words">
                  <Side change={change} value={change.after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {kept.length === 0 ? null : (
        <p className="mt-2 text-muted">
          {texts.changesUnchanged({
            fields: kept.map(({ words }) => words).join(", "),
          })}
        </p>
      )}
    </div>
  );
}

function Side({ change, value }: { change: AuditChange; value: string | undefined }) {
  if (value === undefined) return <span className="text-muted">{texts.notRecorded}</span>;
  return change.isMoney ? <Money value={value} /> : <>{value}</>;
}
