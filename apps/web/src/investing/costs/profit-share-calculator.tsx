import { previewProfitShare, profitShares, type ProfitSharePreview } from "@wazi/contracts";
import { useEffect, useState } from "react";
import { call, failureText } from "../../lib/api-client.ts";
import { useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { useDebouncedValue } from "../../lib/use-debounced-value.ts";
import { Money } from "../../ui/money.tsx";
import { readAmount } from "./costs-text.ts";
import * as texts from "../../messages/costs.ts";

const SETTLES_MS = 300;
const FIELD =
  "h-12 w-full min-w-0 rounded-sm border border-outline bg-surface px-3.5 text-16 text-ink hover:border-ink";

interface Example {
  putIn: string;
  worth: string;
  carriedLoss: string;
  /** Asked only where the share is taken above bills. */
  billGain: string;
  userSharePct: (typeof profitShares)[number];
}

type Result =
  | { status: "loading" }
  | { status: "failed"; text: string }
  | { status: "ready"; data: ProfitSharePreview };

const firstExample: Example = { putIn: "1000", worth: "1100", carriedLoss: "", billGain: "", userSharePct: "80" };

/** Shows what Wazi would take from a position. The server computes it with the function that splits real profits. */
export default function ProfitShareCalculator() {
  const [example, setExample] = useState(firstExample);
  const isAboveBills = useTakesShareAboveBills();
  const result = useProfitShare(useDebouncedValue(example, SETTLES_MS));
  const set = (change: Partial<Example>) => setExample({ ...example, ...change });
  return (
    <div className="grid gap-5" data-testid="profit-share-calculator">
      <div className="grid gap-4 sm:grid-cols-2">
        <Amount label={texts.calculatorPutInLabel} value={example.putIn} onChange={(putIn) => set({ putIn })} />
        <Amount label={texts.calculatorWorthLabel} value={example.worth} onChange={(worth) => set({ worth })} />
        <Amount
          label={texts.calculatorEarlierLossLabel}
          value={example.carriedLoss}
          onChange={(carriedLoss) => set({ carriedLoss })}
        />
        {isAboveBills ? (
          <Amount
            label={texts.calculatorBillsLabel}
            value={example.billGain}
            onChange={(billGain) => set({ billGain })}
          />
        ) : null}
        <label className="block text-14 font-semibold">
          <span className="mb-1.5 block">{texts.calculatorShare}</span>
          <select
            className={FIELD}
            value={example.userSharePct}
            onChange={(event) => set({ userSharePct: event.target.value as Example["userSharePct"] })}
          >
            {profitShares.map((share) => (
              <option key={share} value={share}>
                {share}%
              </option>
            ))}
          </select>
        </label>
      </div>
      <div aria-live="polite" className="min-h-40 rounded-sm bg-sunken px-4 py-3">
        {result === null ? (
          <p className="text-muted">{texts.calculatorMissing}</p>
        ) : result.status === "failed" ? (
          <p>{result.text}</p>
        ) : result.status === "ready" ? (
          <Figures preview={result.data} />
        ) : null}
      </div>
    </div>
  );
}

function Amount({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="block text-14 font-semibold">
      <span className="mb-1.5 block">{label}</span>
      <input
        className={FIELD}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function Figures({ preview: { gain, belowBills, lossMadeUp, profitShare, paidOut } }: { preview: ProfitSharePreview }) {
  const rows = [
    { term: texts.calculatorGain, value: <Money value={gain} change /> },
    ...(belowBills === "0.00" ? [] : [{ term: texts.calculatorBelowBills, value: <Money value={belowBills} /> }]),
    ...(lossMadeUp === "0.00" ? [] : [{ term: texts.calculatorLossMadeUp, value: <Money value={lossMadeUp} /> }]),
    { term: texts.waziTakes, value: <Money value={profitShare} testId="calculated-share" /> },
    {
      term: texts.youGet,
      value: <Money value={paidOut} className="text-24 font-semibold" testId="calculated-payout" />,
    },
  ];
  return (
    <dl className="grid gap-2">
      {rows.map(({ term, value }) => (
        <div key={term} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">{term}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The answer for an example; null while its amounts are incomplete. */
function useProfitShare({ putIn, worth, carriedLoss, billGain, userSharePct }: Example): Result | null {
  const [result, setResult] = useState<Result>({ status: "loading" });
  const [from, to] = [readAmount(putIn), readAmount(worth)];
  const [carried, bills] = [carriedLoss, billGain].map((typed) => readAmount(typed) ?? undefined);
  useEffect(() => {
    if (from === null || to === null) return;
    const abort = new AbortController();
    const query = { putIn: from, worth: to, carriedLoss: carried, billGain: bills, userSharePct };
    call(previewProfitShare, { query, signal: abort.signal }).then(
      (data) => setResult({ status: "ready", data }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setResult({ status: "failed", text: failureText(error, texts.calculatorNoAnswer) });
      },
    );
    return () => abort.abort();
  }, [from, to, carried, bills, userSharePct]);
  return from === null || to === null ? null : result;
}
