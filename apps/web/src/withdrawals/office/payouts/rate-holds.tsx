import type { AdminRateHold } from "@wazi/contracts";
import { useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { announce } from "../../../office/decisions/effects.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { formatUtc } from "../../../office/display/age.tsx";
import { formatLocal } from "../../../lib/format-local.ts";
import { Button } from "../../../ui/button.tsx";
import { formatHeld } from "../../../ui/rate-hold-notice.tsx";
import { useDecideRateHold } from "./api.ts";
import * as texts from "../../../messages/admin-payouts.ts";

/** Deposits and payouts whose rate has moved: both amounts, who decides, and until when. */
export function RateHolds({ holds }: { holds: readonly AdminRateHold[] }) {
  if (holds.length === 0) return <p className="text-14 text-muted">{texts.rateHoldsEmpty}</p>;
  return (
    <ul className="divide-y divide-line text-14">
      {holds.map((hold) => (
        <HeldAmount key={hold.id} hold={hold} />
      ))}
    </ul>
  );
}

function HeldAmount({ hold }: { hold: AdminRateHold }) {
  const decide = useDecideRateHold();
  const mayDecide = useHasRight("money");
  const isAsker = useAdmin().id === hold.askedBy?.id;
  const { id, kind, user, currency, rateShown, rateNow, askedBy, decideBy } = hold;
  const { fixed, shown, now } = formatHeld({ ...hold, status: "open" });
  const run = (amount: "shown" | "now"): void =>
    decide.mutate(
      { params: { hold: id }, body: { amount, rate: rateNow } },
      announce(texts.rateHoldDone, texts.rateHoldFailed),
    );
  return (
    <li className="grid gap-2 py-3" data-testid="rate-hold">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          {kind === "deposit" ? texts.rateHoldDeposit({ fixed }) : texts.rateHoldPayout({ fixed })}
        </span>
        <span>{formatName(user)}</span>
      </p>
      <dl className="grid gap-1 sm:grid-cols-2">
        <Choice term={texts.rateHoldShown} amount={shown} rate={formatLocal(rateShown, currency)} />
        <Choice term={texts.rateHoldNow} amount={now} rate={formatLocal(rateNow, currency)} />
      </dl>
      <p className="text-muted">
        {askedBy === null
          ? texts.rateHoldAutomatic
          : isAsker
            ? texts.rateHoldOwn
            : texts.rateHoldAsked({ name: formatName(askedBy) })}{" "}
        {kind === "deposit"
          ? texts.rateHoldEndsDeposit({ time: formatUtc(decideBy) })
          : texts.rateHoldEndsPayout({ time: formatUtc(decideBy) })}
      </p>
      {mayDecide ? (
        <p className="flex flex-wrap gap-3">
          <Button look="secondary" pending={decide.isPending} pendingLabel={texts.saving} onClick={() => run("shown")}>
            {texts.rateHoldAsShown({ amount: shown })}
          </Button>
          <Button look="secondary" pending={decide.isPending} pendingLabel={texts.saving} onClick={() => run("now")}>
            {texts.rateHoldAsNow({ amount: now })}
          </Button>
        </p>
      ) : null}
    </li>
  );
}

function Choice({ term, amount, rate }: { term: string; amount: string; rate: string }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd>
        <span className="figure font-semibold">{amount}</span>
        <span className="block text-muted">{texts.rateHoldPerDollar({ rate })}</span>
      </dd>
    </div>
  );
}
