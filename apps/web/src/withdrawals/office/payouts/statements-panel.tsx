import type { RailChoice, RailDifference, RailStatements } from "@wazi/contracts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { Table } from "../../../ui/table.tsx";
import { useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import {
  useApproveExplanation,
  useDeclineExplanation,
  useExplainDifference,
  useProposeCharges,
  useRailStatements,
} from "./api.ts";
import { ChargesList } from "./charges-list.tsx";
import { ImportForm } from "./import-form.tsx";
import { adviseOnDifference, choiceLabels, contentLabels, differenceLabels } from "./labels.ts";
import { secondInLive } from "../../../messages/admin-decisions.ts";
import * as texts from "../../../messages/admin-payouts.ts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { announce } from "../../../office/decisions/effects.tsx";
import { formatName } from "../../../office/person/person.tsx";

/** Imported statements with what they do not agree about with our books, oldest first, and the charges to book. */
export function StatementsPanel() {
  const query = useRailStatements();
  const mayDecide = useHasRight("money");
  return (
    <div className="grid gap-5 pb-1">
      <QueryState
        query={query}
        failedTitle={texts.statementsFailedTitle}
        loading={<SkeletonRows rows={2} className="h-12" />}
      >
        {({ accounts, differences, total, charges, needsSecond }) => (
          <>
            <Accounts accounts={accounts} />
            {charges.length === 0 ? null : <ChargesList {...{ charges, mayDecide, needsSecond }} />}
            {accounts.length === 0 ? null : (
              <section aria-label={texts.differences} className="grid gap-1">
                <h3 className="text-14">
                  {texts.differencesTitle({
                    state: total === 0 ? "yes" : "other",
                    total: total.toLocaleString("en-US"),
                  })}
                </h3>
                {total === 0 ? <p className="text-14 text-muted">{texts.differencesEmpty}</p> : null}
                {total > differences.length ? (
                  <p className="text-14 text-muted">{texts.differencesOldest({ differences: differences.length })}</p>
                ) : null}
                <ul
                  className="divide-y divide-line overflow-auto sm:max-h-[48rem]"
                  tabIndex={0}
                  aria-label={texts.differences}
                >
                  {differences.map((each) => (
                    <DifferenceRow
                      key={`${each.account} ${each.key}`}
                      difference={each}
                      {...{ mayDecide, needsSecond }}
                    />
                  ))}
                </ul>
              </section>
            )}
          </>
        )}
      </QueryState>
      {mayDecide ? <ImportForm /> : <p className="text-14 text-muted">{texts.differencesNoRight}</p>}
    </div>
  );
}

function Accounts({ accounts }: { accounts: RailStatements["accounts"] }) {
  if (accounts.length === 0) return <p className="text-14 text-muted">{texts.accountsEmpty}</p>;
  const count = (figure: number): string => figure.toLocaleString("en-US");
  return (
    <Table
      label={texts.accountsLabel}
      rows={accounts.map((account) => ({ ...account, id: account.account }))}
      columns={[
        { heading: texts.account, cell: ({ account }) => <span className="font-semibold break-words">{account}</span> },
        { heading: texts.shows, cell: ({ shows }) => contentLabels[shows] },
        { heading: texts.from, cell: ({ from }) => from },
        { heading: texts.to, cell: ({ to }) => to },
        { heading: texts.lines, align: "right", cell: ({ lines }) => count(lines) },
        { heading: texts.matched, align: "right", cell: ({ matched }) => count(matched) },
        { heading: texts.accountsColumnCharges, align: "right", cell: ({ charges }) => count(charges) },
        { heading: texts.explained, align: "right", cell: ({ explained }) => count(explained) },
      ]}
    />
  );
}

/** Older differences are shown as overdue. */
const OVERDUE_DAYS = 7;

/** A difference with its age, what to check, and what can be decided about it. */
function DifferenceRow({
  difference,
  mayDecide,
  needsSecond,
}: {
  difference: RailDifference;
  mayDecide: boolean;
  needsSecond: boolean;
}) {
  const { account, kind, summary, day, ageDays, proposal } = difference;
  const age =
    ageDays === 0 ? "today" : ageDays === 1 ? texts.differenceAgeOneDay : texts.differenceAgeDays({ ageDays });
  return (
    <li className="grid gap-2 py-3 pr-1 text-14" data-testid="difference">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-2">
          <Tag look={ageDays > OVERDUE_DAYS ? "loss" : "wait"}>{differenceLabels[kind]}</Tag>
          <span className="font-semibold">{account}</span>
        </span>
        <span className="text-muted">
          {day}, {age}
        </span>
      </p>
      <p className="break-words">{summary}</p>
      <p className="text-muted">{adviseOnDifference(difference)}</p>
      {proposal === null ? (
        mayDecide ? (
          <DecisionForm difference={difference} />
        ) : null
      ) : (
        <Proposal {...{ proposal, mayDecide, needsSecond }} />
      )}
    </li>
  );
}

function DecisionForm({ difference }: { difference: RailDifference }) {
  const { account, key, choices, candidates, lineId, day, currency } = difference;
  const [choice, setChoice] = useState<RailChoice>(choices.length === 1 ? "explain" : (choices[0] ?? "explain"));
  const [note, setNote] = useState("");
  const [paymentId, setPaymentId] = useState(candidates[0]?.id ?? "");
  const [accountNumber, setAccountNumber] = useState(difference.accountNumber ?? "");
  const [paid, setPaid] = useState({ from: "", until: "" });
  const explain = useExplainDifference();
  const propose = useProposeCharges();
  const handlers = {
    onSuccess: () => toast.good(texts.success, texts.differenceProposeDone),
    onError: (error: Error) => toast.bad(texts.error, failureText(error, texts.differenceSaveFailed)),
  };
  const submit = (): void => {
    if (choice === "charge") {
      const line = { currency: currency ?? "", lineId: lineId ?? "" };
      propose.mutate({ body: { account, month: day.slice(0, 7), ...line, note } }, handlers);
      return;
    }
    const days = { ...(paid.from && { paidFrom: paid.from }), ...(paid.until && { paidUntil: paid.until }) };
    const content = { explain: {}, link: { paymentId }, credit: { accountNumber }, interest: days };
    explain.mutate({ body: { account, key, note, kind: choice, ...content[choice] } }, handlers);
  };
  return (
    <form
      noValidate
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {choices.length === 1 ? null : (
        <SelectField
          label={texts.differenceChoiceLabel}
          value={choice}
          onChange={(event) => setChoice(event.target.value as RailChoice)}
        >
          {choices.map((each) => (
            <option key={each} value={each}>
              {choiceLabels[each]}
            </option>
          ))}
        </SelectField>
      )}
      {choice === "link" ? (
        <SelectField label={texts.payment} value={paymentId} onChange={(event) => setPaymentId(event.target.value)}>
          {candidates.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : null}
      {choice === "credit" ? (
        <TextField
          label={texts.differenceAccountLabel}
          autoComplete="off"
          maxLength={20}
          value={accountNumber}
          onChange={(event) => setAccountNumber(event.target.value)}
        />
      ) : null}
      {choice === "interest" ? <PaidDays paid={paid} onChange={setPaid} /> : null}
      <TextField
        label={texts.explanation}
        autoComplete="off"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        pending={explain.isPending || propose.isPending}
        pendingLabel={texts.saving}
      >
        {texts.propose}
      </Button>
    </form>
  );
}

/** The days that interest was paid for. */
function PaidDays({
  paid,
  onChange,
}: {
  paid: { from: string; until: string };
  onChange: (changed: typeof paid) => void;
}) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <>
      <TextField
        label={texts.differencePaidFrom}
        type="date"
        max={paid.until || today}
        value={paid.from}
        onChange={(event) => onChange({ ...paid, from: event.target.value })}
      />
      <TextField
        label={texts.differencePaidUntil}
        type="date"
        min={paid.from || undefined}
        max={today}
        value={paid.until}
        onChange={(event) => onChange({ ...paid, until: event.target.value })}
      />
    </>
  );
}

function Proposal({
  proposal,
  mayDecide,
  needsSecond,
}: {
  proposal: NonNullable<RailDifference["proposal"]>;
  mayDecide: boolean;
  needsSecond: boolean;
}) {
  const approve = useApproveExplanation();
  const decline = useDeclineExplanation();
  const { email } = useAdmin();
  const isOwn = proposal.by.email === email;
  const run = (action: typeof approve | typeof decline, done: string): void =>
    action.mutate({ params: { id: proposal.id } }, announce(done, texts.differenceSaveFailed));
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 break-words">
        {proposal.text} {formatName(proposal.by)}: {proposal.note}
        {isOwn ? (
          <span className="block text-muted">{needsSecond ? texts.differenceNeedsAnother : secondInLive}</span>
        ) : null}
      </p>
      {mayDecide ? (
        <p className="flex flex-wrap gap-3">
          <Button
            look="secondary"
            pending={decline.isPending}
            pendingLabel={texts.saving}
            onClick={() => run(decline, texts.differenceWithdrawDone)}
          >
            {isOwn ? texts.takeBack : texts.decline}
          </Button>
          {isOwn && needsSecond ? null : (
            <Button
              pending={approve.isPending}
              pendingLabel={texts.approving}
              onClick={() => run(approve, texts.differenceApproveDone)}
            >
              {texts.approve}
            </Button>
          )}
        </p>
      ) : null}
    </div>
  );
}
