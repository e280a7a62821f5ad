import { toCents } from "../../../lib/cents.ts";
import { Money } from "../../../ui/money.tsx";

/** Money that moved: with its sign, but neither a gain nor a loss. */
export function SignedMoney({ value }: { value: string }) {
  const cents = toCents(value);
  return (
    <span className="figure whitespace-nowrap text-ink">
      {cents > 0n ? "+" : cents < 0n ? "−" : ""}
      <Money value={value.replace(/^-/, "")} />
    </span>
  );
}
