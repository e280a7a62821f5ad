import { useQueryClient } from "@tanstack/react-query";
import { DEPOSIT_WINDOW_MS, isRateHeld, listDeposits, type Deposit } from "@wazi/contracts";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { failureText } from "../../lib/api-client.ts";
import { formatCoins } from "../../lib/format-number.ts";
import { formatCountdown, useNow } from "../../lib/clock.ts";
import { formatTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { RateHoldNotice } from "../../ui/rate-hold-notice.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CancelDepositDialog } from "./cancel-deposit-dialog.tsx";
import { useRestartDeposit } from "./api.ts";
import { describeDepositSteps } from "./deposit-steps.ts";
import { LocalAmount } from "../../ui/local-amount.tsx";
import { MpesaSteps } from "./mpesa-steps.tsx";
import { PaymentList } from "./payment-list.tsx";
import * as texts from "../../messages/deposits.ts";

/** The amount, the address and the time left at this rate. No money is lost when the time runs out. */
export function ActiveDeposit({
  deposit,
  timing,
  takesFocus,
}: {
  deposit: Deposit;
  /** How long deposits took. */
  timing: string;
  /** True after it was created on this page: the button that had the focus is gone. */
  takesFocus: boolean;
}) {
  const queryClient = useQueryClient();
  const start = useRef<HTMLParagraphElement>(null);
  const [isCancelling, setCancelling] = useState(false);
  const leftMs = Math.min(DEPOSIT_WINDOW_MS, Date.parse(deposit.expiresAt) - useNow());
  const isOpen = leftMs > 0;

  useEffect(() => {
    if (!isOpen) void queryClient.invalidateQueries({ queryKey: [listDeposits.path] });
  }, [isOpen, queryClient]);

  useEffect(() => {
    if (takesFocus) start.current?.focus();
  }, [takesFocus]);

  return (
    <div className="grid gap-5">
      <p ref={start} tabIndex={-1} className="text-14 text-muted outline-none">
        {texts.activeOnlyOne}
      </p>
      {deposit.isTestAddress && deposit.network !== "MPESA" ? (
        <Notice look="danger" title={texts.testNetworkTitle}>
          {texts.testNetworkText}
        </Notice>
      ) : null}
      <RateHoldNotice hold={deposit.rateHold} />
      <PaymentList payments={deposit.payments ?? []} />
      <Countdown leftMs={leftMs} />
      {deposit.network === "MPESA" ? <MpesaSteps deposit={deposit} /> : <CoinSteps deposit={deposit} />}
      <RequestSteps label={texts.activeProgressLabel} steps={describeDepositSteps(deposit, timing)} />
      {isOpen ? (
        <Button look="secondary" onClick={() => setCancelling(true)}>
          {texts.cancelDeposit}
        </Button>
      ) : (
        <ClosedWindow deposit={deposit} />
      )}
      {isCancelling ? <CancelDepositDialog deposit={deposit} onClose={() => setCancelling(false)} /> : null}
    </div>
  );
}

/** The amount and the address for a wallet. */
function CoinSteps({ deposit }: { deposit: Deposit }) {
  return (
    <>
      <dl className="grid gap-4">
        <Row term={texts.sendExactly}>
          <span className="flex items-center justify-between gap-3">
            <span>
              <span className="figure text-24 font-semibold tracking-[-0.01em]">
                {formatCoins(deposit.cryptoAmount)} {deposit.currency}
              </span>
              <span className="block text-14 text-muted">
                {texts.coinAmountRate({
                  amount: <Money value={deposit.amount} />,
                  rate: formatCoins(deposit.rate),
                  currency: deposit.currency,
                })}
              </span>
              <LocalAmount local={deposit.local} />
            </span>
            <CopyButton text={deposit.cryptoAmount} label={texts.copyAmount} />
          </span>
        </Row>
        <Row term={texts.coinAddress({ network: deposit.network })}>
          <span className="grid gap-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:gap-5">
            <QrCode text={deposit.walletAddress} label={texts.coinQrLabel} />
            <span className="flex items-center justify-between gap-3">
              <code
                data-testid="deposit-address"
                className="min-w-0 rounded-sm bg-sunken px-3 py-2.5 font-mono text-14 leading-5 break-all"
              >
                {deposit.walletAddress}
              </code>
              <CopyButton text={deposit.walletAddress} label={texts.copyAddress} />
            </span>
          </span>
        </Row>
      </dl>
      <p className="text-14">
        {isRateHeld(deposit.currency)
          ? texts.rateRuleHeld({ hasTime: "yes", time: formatTime(deposit.expiresAt) })
          : texts.rateRuleFixed({ currency: deposit.currency })}
      </p>
      <Notice look="warning">{texts.coinWarning({ currency: deposit.currency, network: deposit.network })}</Notice>
    </>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1.5 text-14 font-medium text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The time left, as a countdown and as a bar. */
function Countdown({ leftMs }: { leftMs: number }) {
  const isOpen = leftMs > 0;
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        {(isOpen ? texts.rateWindowOpen : texts.rateWindowClosed)({
          label: (text) => <span className="text-14 text-muted">{text}</span>,
          countdown: (
            <span role="timer" data-testid="countdown" className="figure text-32 font-semibold tracking-[-0.02em]">
              {formatCountdown(leftMs)}
            </span>
          ),
        })}
      </p>
      <div aria-hidden="true" className="mt-2 h-0.5 bg-line">
        <div
          className="h-full origin-left bg-accent transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${Math.max(0, leftMs / DEPOSIT_WINDOW_MS)})` }}
        />
      </div>
    </div>
  );
}

function ClosedWindow({ deposit }: { deposit: Deposit }) {
  const { restart, isPending } = useRestartDeposit();

  function startAnother() {
    restart(deposit).then(
      () => toast.good(texts.createdTitle, texts.createdText),
      (error: unknown) => toast.bad(texts.error, failureText(error, texts.createFailed)),
    );
  }

  return (
    <>
      <Notice look="info" role="status" title={texts.closedWindowTitle}>
        {texts.closedWindowText}
      </Notice>
      <Button pending={isPending} pendingLabel={texts.startingAgain} onClick={startAnother}>
        {texts.closedWindowRestart}
      </Button>
    </>
  );
}
