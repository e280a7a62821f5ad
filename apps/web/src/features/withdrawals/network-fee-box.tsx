import type { SystemSettings, Withdrawal } from "@wazi/contracts";
import { getReservedFee } from "./network-fee.ts";

/**
 * Shown on a pending withdrawal: the user never pays a fee. The paying wallet's address is behind Details, without copy
 * button or QR code.
 */
export function NetworkFeeBox({
  withdrawal,
  settings,
}: {
  withdrawal: Withdrawal;
  settings: SystemSettings | undefined;
}) {
  const setAside = settings === undefined ? null : getReservedFee(withdrawal, settings);
  return (
    <section aria-label="Network fee" className="mt-3 rounded-sm border-l-4 border-gain bg-gain-tint px-4 py-3 text-14">
      <h3 className="text-16">Network fee</h3>
      <p className="mt-1">Covered by the platform. You receive the full amount.</p>
      <p className="mt-1 font-semibold">
        Never send money to receive a withdrawal. Anyone who asks you to is committing fraud.
      </p>
      {setAside === null ? null : (
        <>
          <p className="mt-1 text-muted">Set aside by the platform for this payout: {setAside}</p>
          <details className="group mt-1">
            <summary className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary">
              <span aria-hidden="true" className="transition-transform group-open:rotate-90">
                ›
              </span>
              Details
            </summary>
            <p className="pb-1 text-muted">
              The platform pays the fee from its own wallet. The address is public so that anyone can check it. Do not
              send money to it: <span className="break-all">{settings?.gasFeeAddress}</span>
            </p>
          </details>
        </>
      )}
    </section>
  );
}
