import type { SystemSettings, Withdrawal } from "@wazi/contracts";
import { MoreDetails } from "../../ui/more-details.tsx";
import { getReservedFee } from "./network-fee.ts";
import * as texts from "../../messages/withdrawals.ts";

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
    <section
      aria-label={texts.networkFee}
      className="mt-3 rounded-sm border-l-4 border-gain bg-gain-tint px-4 py-3 text-14"
    >
      <h3 className="text-16">{texts.networkFee}</h3>
      <p className="mt-1">{texts.feeCovered}</p>
      <p className="mt-1 font-semibold">{texts.feeWarning}</p>
      {setAside === null ? null : (
        <>
          <p className="mt-1 text-muted">{texts.feeSetAside({ setAside })}</p>
          <MoreDetails label={texts.details}>
            <p className="text-muted">
              {texts.feeExplained({
                gasFeeAddress: <span className="break-all">{settings?.gasFeeAddress}</span>,
              })}
            </p>
          </MoreDetails>
        </>
      )}
    </section>
  );
}
