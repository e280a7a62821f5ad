import { formatAmount, type RateHold } from "@wazi/contracts";
import { formatDayAndTime } from "../lib/format-date.ts";
import { formatLocal } from "../lib/format-local.ts";
import { Notice } from "./notice.tsx";
import * as texts from "../messages/shared.ts";

/** The amounts of a hold with their currencies: the fixed one, and the two of which one is decided. */
export function formatHeld({ kind, currency, fixedAmount, amountShown, amountNow }: RateHold) {
  const toDollars = (amount: string): string => `$${formatAmount(amount)}`;
  const toLocal = (amount: string): string => formatLocal(amount, currency);
  const [toFixed, toOther] = kind === "deposit" ? [toLocal, toDollars] : [toDollars, toLocal];
  return { fixed: toFixed(fixedAmount), shown: toOther(amountShown), now: toOther(amountNow) };
}

/** A deposit or withdrawal that waits because the rate has moved, or its amount that was decided. Nothing without one. */
export function RateHoldNotice({ hold, className }: { hold: RateHold | undefined; className?: string }) {
  if (hold === undefined) return null;
  const { fixed, shown, now } = formatHeld(hold);
  const place = className === undefined ? {} : { className };
  if (hold.status !== "open") {
    return <Notice {...place}>{texts.rateHoldDecided({ amount: hold.status === "shown" ? shown : now })}</Notice>;
  }
  const say = hold.kind === "deposit" ? texts.rateHoldDeposit : texts.rateHoldPayout;
  return (
    <Notice look="warning" role="status" title={texts.rateHoldTitle} {...place}>
      {say({ fixed, shown, now, time: formatDayAndTime(hold.decideBy) })}
    </Notice>
  );
}

/** The same for administrators. */
export function RateHoldFact({ hold }: { hold: RateHold | undefined }) {
  if (hold === undefined) return null;
  const { fixed, shown, now } = formatHeld(hold);
  return (
    <Notice look="warning" title={texts.rateHoldTitle}>
      {hold.status === "open"
        ? texts.rateHoldFact({ fixed, shown, now, time: formatDayAndTime(hold.decideBy) })
        : texts.rateHoldFactDecided({ amount: hold.status === "shown" ? shown : now })}
    </Notice>
  );
}
