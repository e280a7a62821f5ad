import type { RailChoice, RailDifference } from "@wazi/contracts";
import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useAdmin } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/announce.ts";
import { formatName } from "../../../office/person/person.tsx";
import { useApproveExplanation, useDeclineExplanation, useExplainDifference, useProposeCharges } from "./api.ts";
import { adviseOnDifference, choiceLabels, differenceLabels } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Older differences are shown as overdue. */
const OVERDUE_DAYS = 7;

/** A difference with its age, what to check, and what can be decided about it. */
export function DifferenceRow({ difference, mayDecide }: { difference: RailDifference; mayDecide: boolean }) {
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
        <Proposal proposal={proposal} mayDecide={mayDecide} />
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
    const more = choice === "link" ? { paymentId } : choice === "credit" ? { accountNumber } : {};
    explain.mutate({ body: { account, key, note, kind: choice, ...more } }, handlers);
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

function Proposal({ proposal, mayDecide }: { proposal: NonNullable<RailDifference["proposal"]>; mayDecide: boolean }) {
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
        {isOwn ? <span className="block text-muted">{texts.differenceNeedsAnother}</span> : null}
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
          {isOwn ? null : (
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
