import { fromCents, toCents } from "../lib/cents.ts";
import { Button } from "./button.tsx";
import * as texts from "../messages/shared.ts";

const shares = [
  { percent: 25n, label: "25%" },
  { percent: 50n, label: "50%" },
  { percent: 100n, label: "100% (Max)" },
] as const;

/** Buttons that fill an amount field with a part of what is available, rounded down to the cent. */
export function AmountShares({ available, onChoose }: { available: string; onChoose: (amount: string) => void }) {
  return (
    <div role="group" aria-label={texts.amountSharesLabel} className="-mt-2 grid grid-cols-[1fr_1fr_auto] gap-2">
      {shares.map(({ percent, label }) => (
        <Button
          key={label}
          look="secondary"
          className="!px-1 text-14"
          onClick={() => onChoose(fromCents((toCents(available) * percent) / 100n))}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
