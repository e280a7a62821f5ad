import {
  findNetworkProblem,
  formatAmount,
  messages,
  MIN_WITHDRAWAL_CENTS,
  replaceWithdrawal,
  type Withdrawal,
} from "@wazi/contracts";
import { useState, type ReactNode } from "react";
import { ApiError, failureText } from "../../lib/api-client.ts";
import { fromCents, toCents } from "../../lib/cents.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { AmountField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useReplaceWithdrawal } from "./api.ts";
import * as texts from "../../messages/withdrawals.ts";

const FAILED = texts.replaceFailed;
const LEAST = fromCents(BigInt(MIN_WITHDRAWAL_CENTS));

/** The problem with a new amount, as the server says it; null if it can be sent. */
function findProblem({ amount: before, network }: Withdrawal, amount: string): string | null {
  if (!replaceWithdrawal.body.safeParse({ amount }).success) return messages.invalidWithdrawal;
  const cents = toCents(amount);
  if (cents < MIN_WITHDRAWAL_CENTS) return messages.withdrawalTooSmall;
  if (cents >= toCents(before)) return texts.replaceTooMuch({ most: formatAmount(before) });
  return findNetworkProblem(cents, network);
}

/** Replaces a waiting withdrawal by a smaller one. What was typed stays after a refusal. */
export function ReplaceWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {toCents(withdrawal.amount) > MIN_WITHDRAWAL_CENTS ? (
        <Button look="secondary" className="mt-3" onClick={() => setOpen(true)}>
          {texts.replaceAction}
        </Button>
      ) : null}
      {isOpen ? <ReplaceDialog withdrawal={withdrawal} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ReplaceDialog({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const replace = useReplaceWithdrawal();
  const [amount, setAmount] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const before = withdrawal.amount;
  const isValid = findProblem(withdrawal, amount) === null;
  const { twoPeople } = withdrawal;
  const isUndecidable = twoPeople?.isPossible === false && toCents(amount) > toCents(twoPeople.above);
  const returned = fromCents(toCents(before) - toCents(amount));

  async function send(): Promise<void> {
    const found = findProblem(withdrawal, amount);
    setProblem(found);
    if (found !== null) return;
    try {
      await replace.mutateAsync({ params: { id: withdrawal.id }, body: { amount } });
      const done = { amount: formatAmount(amount), returned: formatAmount(returned) };
      toast.good(texts.replaceDoneTitle, texts.replaceDone(done));
      onClose();
    } catch (failure) {
      setProblem(failure instanceof ApiError ? (failure.body?.fields?.["amount"] ?? null) : null);
      toast.bad(texts.error, failureText(failure, FAILED));
    }
  }

  return (
    <Dialog title={texts.replaceTitle} onClose={onClose} busy={replace.isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        className="grid gap-5"
      >
        <p>{texts.replaceLead({ amount: formatAmount(before) })}</p>
        <AmountField
          label={texts.replaceAmount}
          hint={texts.replaceHint({ least: formatAmount(LEAST), most: formatAmount(before) })}
          error={problem ?? undefined}
          value={amount}
          onChange={({ target }) => {
            setAmount(target.value);
            setProblem(null);
          }}
        />
        <dl className="grid gap-3 rounded-sm bg-sunken p-4" aria-live="polite">
          <Row term={texts.replaceArrives}>{isValid ? <Money value={amount} /> : "—"}</Row>
          <Row term={texts.fee}>{texts.reviewFeeNone}</Row>
          <Row term={texts.replaceReturns}>{isValid ? <Money value={returned} /> : "—"}</Row>
          {withdrawal.decideBy === null || isUndecidable ? null : (
            <Row term={texts.replaceDecideBy}>{formatDayAndTime(withdrawal.decideBy)}</Row>
          )}
        </dl>
        {replace.isError ? <FailureNotice error={replace.error} fallback={FAILED} /> : null}
        <DialogActions>
          <Button look="secondary" disabled={replace.isPending} onClick={onClose}>
            {texts.keepIt}
          </Button>
          <Button type="submit" pending={replace.isPending} pendingLabel={texts.replacing}>
            {texts.replaceSubmit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-14 leading-6 text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
