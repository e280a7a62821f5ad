import type { RailCharges } from "@wazi/contracts";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { useAdmin } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/effects.tsx";
import { Age } from "../../../office/display/age.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { useDecideCharges, useProposeCharges } from "./api.ts";
import { trimFigure } from "./labels.ts";
import { secondInLive } from "../../../messages/admin-decisions.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Charges of statements that are not in our books yet. One administrator proposes to book them, and another one books them. */
export function ChargesList({
  charges,
  ...rest
}: {
  charges: readonly RailCharges[];
  mayDecide: boolean;
  needsSecond: boolean;
}) {
  return (
    <section aria-label={texts.chargesLabel} className="grid gap-1">
      <h3 className="text-14">{texts.chargesLabel}</h3>
      <p className="text-14 text-muted">{texts.chargesLead}</p>
      <ul className="divide-y divide-line">
        {charges.map((each) => (
          <ChargesRow
            key={each.proposal?.id ?? `${each.account} ${each.month} ${each.currency}`}
            charges={each}
            {...rest}
          />
        ))}
      </ul>
    </section>
  );
}

function ChargesRow({
  charges,
  mayDecide,
  needsSecond,
}: {
  charges: RailCharges;
  mayDecide: boolean;
  needsSecond: boolean;
}) {
  const { account, month, currency, lines, localAmount, amount, rate, rateAt, proposal } = charges;
  const local = {
    localAmount: trimFigure(localAmount),
    currency,
    sum: (text: ReactNode) => <span className="figure">{text}</span>,
  };
  return (
    <li className="grid gap-2 py-3 text-14">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">
          {account}, {month}
        </span>
        <span>{lines === 1 ? texts.chargesOneLine : texts.chargesLines({ lines })}</span>
      </p>
      <p>
        {amount === null || rate === null || rateAt === null
          ? texts.chargesNoRate(local)
          : currency === "USD"
            ? texts.chargesDollars({ ...local, amount: <Money value={amount} /> })
            : texts.chargesLocal({
                ...local,
                amount: <Money value={amount} />,
                rate: trimFigure(rate),
                rateAt: <Age at={rateAt} />,
              })}
      </p>
      {proposal === null ? (
        mayDecide && amount !== null ? (
          <ProposeForm charges={charges} />
        ) : null
      ) : (
        <Proposal proposal={proposal} mayDecide={mayDecide} needsSecond={needsSecond} />
      )}
    </li>
  );
}

function ProposeForm({ charges: { account, month, currency } }: { charges: RailCharges }) {
  const [note, setNote] = useState("");
  const propose = useProposeCharges();
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        propose.mutate(
          { body: { account, month, currency, note } },
          announce(texts.chargesProposeDone, texts.chargesProposeFailed),
        );
      }}
    >
      <TextField
        label={texts.chargesReasonLabel}
        className="min-w-0 grow"
        autoComplete="off"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" look="secondary" pending={propose.isPending} pendingLabel={texts.saving}>
        {texts.proposeBooking}
      </Button>
    </form>
  );
}

function Proposal({
  proposal,
  mayDecide,
  needsSecond,
}: {
  proposal: NonNullable<RailCharges["proposal"]>;
  mayDecide: boolean;
  needsSecond: boolean;
}) {
  const decide = useDecideCharges();
  const { email } = useAdmin();
  const isOwn = proposal.by.email === email;
  const run = (decision: "book" | "decline"): void =>
    decide.mutate(
      { params: { id: proposal.id }, body: { decision } },
      announce(decision === "book" ? texts.chargesBooked : texts.chargesNotBooked, texts.chargesDecideFailed),
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 break-words">
        {formatName(proposal.by)}: {proposal.note}
        {isOwn ? (
          <span className="block text-muted">{needsSecond ? texts.chargesNeedAnother : secondInLive}</span>
        ) : null}
      </p>
      {mayDecide ? (
        <p className="flex flex-wrap gap-3">
          <Button
            look="secondary"
            pending={decide.isPending}
            pendingLabel={texts.saving}
            onClick={() => run("decline")}
          >
            {isOwn ? texts.takeBack : texts.decline}
          </Button>
          {isOwn && needsSecond ? null : (
            <Button pending={decide.isPending} pendingLabel={texts.booking} onClick={() => run("book")}>
              {texts.bookCharges}
            </Button>
          )}
        </p>
      ) : null}
    </div>
  );
}
