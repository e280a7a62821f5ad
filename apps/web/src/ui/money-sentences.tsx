import type { ReactNode } from "react";

/** The growth of money in a record, in sentences. A missing one is null. */
export function MoneySentences({
  grown,
  kept,
  fall,
  years,
  terms,
}: {
  grown: ReactNode;
  kept: ReactNode;
  fall: ReactNode;
  years: ReactNode;
  /** The deductions from kept money, in small print. */
  terms: string | null;
}) {
  return (
    <div className="grid gap-1.5" data-testid="money-sentences">
      <p>{grown}</p>
      {kept === null ? null : <p>{kept}</p>}
      <p>
        {fall} {years}
      </p>
      {terms === null ? null : <p className="text-14 text-muted">{terms}</p>}
    </div>
  );
}
