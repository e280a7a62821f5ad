import {
  type AnswerOf,
  DAY_MS,
  FREE_RATE_CHANGE_PCT,
  type LocalRateProposal,
  localCurrencies,
  payoutRailLabels,
  type PayoutOverview,
  type SharedTrace,
  setLocalRate,
} from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { failureText } from "../../../lib/api-client.ts";
import { getFirstMessage, onSubmit } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { Table } from "../../../ui/table.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { DemoSecondTag, SharedTraces, useAppointments } from "../../../office/decisions/second-person.tsx";
import { announce } from "../../../office/decisions/effects.tsx";
import { Age, Timestamp } from "../../../office/display/age.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { useDecideRate, useSetRate } from "./api.ts";
import { trimFigure } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";

const RATE_ENDS_MS = DAY_MS;

/** The platform's cost of payouts, by rail and month, and the charges that were booked from statements. */
export function FeesTable({ fees, charges }: Pick<PayoutOverview, "fees" | "charges">) {
  if (fees.length === 0 && charges.length === 0) return <p className="pb-1 text-14 text-muted">{texts.feesEmpty}</p>;
  return (
    <>
      {fees.length === 0 ? null : <PayoutFees fees={fees} />}
      {charges.length === 0 ? null : (
        <Table
          label={texts.feesTableLabel}
          rows={charges.map((row) => ({ ...row, id: `${row.month} ${row.account}` }))}
          columns={[
            { heading: texts.month, cell: ({ month }) => month },
            { heading: texts.account, cell: ({ account }) => texts.accountCharges({ account }) },
            { heading: texts.lines, align: "right", cell: ({ lines }) => lines.toLocaleString("en-US") },
            { heading: texts.fees, align: "right", cell: ({ amount }) => <Money value={amount} /> },
          ]}
        />
      )}
    </>
  );
}

function PayoutFees({ fees }: Pick<PayoutOverview, "fees">) {
  return (
    <Table
      label={texts.pageFeesTitle}
      rows={fees.map((row) => ({ ...row, id: `${row.month} ${row.rail}` }))}
      columns={[
        { heading: texts.month, cell: ({ month }) => month },
        { heading: texts.rail, cell: ({ rail }) => payoutRailLabels[rail] },
        { heading: texts.payouts, align: "right", cell: ({ payouts }) => payouts.toLocaleString("en-US") },
        { heading: texts.paidOut, align: "right", cell: ({ paid }) => <Money value={paid} /> },
        {
          heading: texts.fees,
          align: "right",
          cell: ({ fees: amount, withoutFee }) => (
            <>
              <Money value={amount} />
              {withoutFee === 0 ? null : <span className="block text-muted">{texts.feesNotKnown({ withoutFee })}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

/** The rates of local currencies, those that wait for another administrator, and a form to set one. */
export function LocalRates({
  rates,
  rateProposals,
  shared,
}: Pick<PayoutOverview, "rates" | "rateProposals" | "shared">) {
  const maySet = useHasRight("money");
  const isAlone = useAppointments().data?.isAlone ?? false;
  return (
    <div className="grid gap-4 pb-1">
      {rates.length === 0 ? (
        <p className="text-14 text-muted">{texts.ratesEmpty}</p>
      ) : (
        <ul className="divide-y divide-line text-14">
          {rates.map(({ currency, rate, source, setAt, takesEffectAt }) => (
            <li key={`${currency} ${setAt}`} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>
                {texts.rateRow({
                  span: (
                    <span className="figure font-semibold">
                      {trimFigure(rate)} {currency}
                    </span>
                  ),
                  source,
                })}
              </span>
              {takesEffectAt === null ? (
                <Age at={setAt} warnAfterMs={RATE_ENDS_MS} />
              ) : (
                <span>{texts.rateTakesEffect({ time: <Timestamp at={takesEffectAt} /> })}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {rateProposals.length === 0 ? null : (
        <section aria-label={texts.rateProposalsTitle} className="grid gap-1">
          <h3 className="text-14">{texts.rateProposalsTitle}</h3>
          <ul className="divide-y divide-line text-14">
            {rateProposals.map((each) => (
              <RateProposal key={each.id} proposal={each} shared={shared} mayDecide={maySet} />
            ))}
          </ul>
        </section>
      )}
      <p className="text-14 text-muted">{texts.rateRule({ percent: FREE_RATE_CHANGE_PCT })}</p>
      {isAlone ? (
        <p>
          <DemoSecondTag />
        </p>
      ) : null}
      {maySet ? <RateForm /> : null}
    </div>
  );
}

function RateProposal({
  proposal,
  shared,
  mayDecide,
}: {
  proposal: LocalRateProposal;
  shared: readonly SharedTrace[];
  mayDecide: boolean;
}) {
  const decide = useDecideRate();
  const { id, currency, rate, source, askedBy, askedAt } = proposal;
  const isOwn = useAdmin().id === askedBy.id;
  const run = (decision: "confirm" | "decline"): void =>
    decide.mutate(
      { params: { proposal: id }, body: { decision } },
      announce(decision === "confirm" ? texts.rateConfirmed : texts.rateDeclined, texts.rateDecideFailed),
    );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <p className="min-w-0 break-words">
        {texts.rateRow({
          span: (
            <span className="figure font-semibold">
              {trimFigure(rate)} {currency}
            </span>
          ),
          source,
        })}
        <span className="block text-muted">
          {formatName(askedBy)}, <Timestamp at={askedAt} />
          {isOwn ? `. ${texts.rateNeedsAnother}` : null}
        </span>
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
          {isOwn ? null : (
            <Button pending={decide.isPending} pendingLabel={texts.saving} onClick={() => run("confirm")}>
              {texts.rateConfirm}
            </Button>
          )}
        </p>
      ) : null}
      <SharedTraces shared={shared} ids={[askedBy.id]} />
    </li>
  );
}

function describeOutcome(answer: AnswerOf<typeof setLocalRate>): string {
  if ("message" in answer) return answer.message;
  const { currency, takesEffectAt } = answer;
  return takesEffectAt === null ? texts.rateDone({ currency }) : texts.rateDoneLater({ currency });
}

function RateForm() {
  const set = useSetRate();
  const form = useForm({
    resolver: schemaResolver(setLocalRate.body),
    defaultValues: { currency: "KES" as const, rate: "", source: "" },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(
    (body) =>
      set.mutate(
        { body },
        {
          onSuccess: (answer) => {
            toast.good(texts.success, describeOutcome(answer));
            form.reset({ ...body, rate: "" });
          },
          onError: (error) => toast.bad(texts.error, failureText(error, texts.rateFailed)),
        },
      ),
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );
  return (
    <form noValidate onSubmit={onSubmit(submit)} className="grid gap-3 sm:grid-cols-3">
      <SelectField label={texts.currency} {...form.register("currency")}>
        {localCurrencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </SelectField>
      <TextField
        label={texts.rateUnitsLabel}
        inputMode="decimal"
        autoComplete="off"
        error={errors.rate?.message}
        {...form.register("rate")}
      />
      <TextField label={texts.source} autoComplete="off" error={errors.source?.message} {...form.register("source")} />
      <Button
        type="submit"
        look="secondary"
        className="justify-self-start"
        pending={set.isPending}
        pendingLabel={texts.saving}
      >
        {texts.setRate}
      </Button>
    </form>
  );
}
