import { fromCents, toCents } from "../../lib/cents.ts";
import { Money } from "../../ui/money.tsx";
import * as texts from "../../messages/investments.ts";

const LEVEL = /^\d{1,4}(\.\d{1,2})?$/;
/** Per cent with two places. */
const WHOLE = 10_000n;

/** A level in dollars, for an amount in the position: "If it falls 10%, you lose about $30.00." */
export function LossLimit({ amount, stopLossPct }: { amount: string; stopLossPct: string }) {
  const typed = stopLossPct.trim();
  const cents = toCents(amount);
  if (!LEVEL.test(typed) || cents <= 0n || toCents(typed) === 0n) return null;
  const loss = fromCents((cents * toCents(typed)) / WHOLE);
  return (
    <p className="text-14" role="status" data-testid="loss-limit">
      {texts.levelsLossEstimate({ typed, loss: <Money value={loss} className="font-semibold" /> })}
    </p>
  );
}
