import { useQueryClient } from "@tanstack/react-query";
import { DEPOSIT_WINDOW_MS, listDeposits, type Deposit } from "@wazi/contracts";
import { useEffect, useState, type ReactNode } from "react";
import { failureText } from "../../lib/api-client.ts";
import { formatCoins } from "../../lib/format-number.ts";
import { formatCountdown, useNow } from "../../lib/clock.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CancelDepositDialog } from "./cancel-deposit-dialog.tsx";
import { useRestartDeposit } from "./api.ts";

/** The amount, the address and the time left at this rate. No money is lost when the time runs out. */
export function ActiveDeposit({ deposit }: { deposit: Deposit }) {
  const queryClient = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const leftMs = Math.min(DEPOSIT_WINDOW_MS, Date.parse(deposit.expiresAt) - useNow());
  const isOpen = leftMs > 0;

  useEffect(() => {
    if (!isOpen) void queryClient.invalidateQueries({ queryKey: [listDeposits.path] });
  }, [isOpen, queryClient]);

  return (
    <div className="grid gap-5">
      {deposit.isTestAddress ? (
        <Notice look="danger" title="Test network: do not send real money">
          This address belongs to a test network. Real coins sent to it cannot be recovered.
        </Notice>
      ) : null}
      <Countdown leftMs={leftMs} />
      <dl className="grid gap-4">
        <Row term="Send exactly">
          <span className="flex items-center justify-between gap-3">
            <span>
              <span className="figure text-24 font-semibold tracking-[-0.01em]">
                {formatCoins(deposit.cryptoAmount)} {deposit.currency}
              </span>
              <span className="block text-14 text-muted">
                <Money value={deposit.amount} />, at ${formatCoins(deposit.rate)} per {deposit.currency}
              </span>
            </span>
            <CopyButton text={deposit.cryptoAmount} label="Copy amount" />
          </span>
        </Row>
        <Row term={`To this ${deposit.network} address`}>
          <span className="grid gap-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center sm:gap-5">
            <QrCode text={deposit.walletAddress} label="QR code of the address" />
            <span className="flex items-center justify-between gap-3">
              <code
                data-testid="deposit-address"
                className="min-w-0 rounded-sm bg-sunken px-3 py-2.5 font-mono text-14 leading-5 break-all"
              >
                {deposit.walletAddress}
              </code>
              <CopyButton text={deposit.walletAddress} label="Copy address" />
            </span>
          </span>
        </Row>
      </dl>
      <Notice look="warning">
        Send only {deposit.currency} on {deposit.network}. Any other coin or network sent to this address may be lost.
      </Notice>
      {isOpen ? (
        <Button look="secondary" onClick={() => setCancelling(true)}>
          Cancel deposit
        </Button>
      ) : (
        <ClosedWindow deposit={deposit} />
      )}
      {isCancelling ? <CancelDepositDialog deposit={deposit} onClose={() => setCancelling(false)} /> : null}
    </div>
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
        <span className="text-14 text-muted">{isOpen ? "This rate is held for" : "The 15 minutes have passed"}</span>
        <span role="timer" data-testid="countdown" className="figure text-32 font-semibold tracking-[-0.02em]">
          {formatCountdown(leftMs)}
        </span>
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
      () => toast.good("Deposit Request Created", "Send your crypto to the wallet address below"),
      (error: unknown) => toast.bad("Error", failureText(error, "Failed to create deposit request")),
    );
  }

  return (
    <>
      <Notice look="info" role="status" title="This deposit is still pending">
        If you have sent the money, it is still yours. We credit it when it arrives, because this address is yours
        permanently. If you have not sent it, start a new deposit at today&apos;s rate.
      </Notice>
      <Button pending={isPending} pendingLabel="Starting again..." onClick={startAnother}>
        Cancel and start again
      </Button>
    </>
  );
}
