import { toCents } from "../../lib/cents.ts";
import { Money } from "../../ui/money.tsx";

/** An amount with its sign, in a neutral colour. */
export function SignedMoney({ value }: { value: string }) {
  const cents = toCents(value);
  return (
    <span className="figure whitespace-nowrap text-ink">
      {cents > 0n ? "+" : cents < 0n ? "−" : ""}
      <Money value={value.replace(/^-/, "")} />
    </span>
  );
}
