import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { QueryState } from "../../../ui/query-state.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { GasFeeDialog } from "./gas-fee-dialog.tsx";
import { useGasFee } from "./gas-fee.ts";

export function GasFeeCard() {
  const [isEditing, setEditing] = useState(false);
  const gasFee = useGasFee();
  return (
    <Sheet
      title="Gas fee settings"
      aside={
        <Button look="secondary" disabled={gasFee.data === undefined} onClick={() => setEditing(true)}>
          Edit
          <span className="sr-only"> gas fee settings</span>
        </Button>
      }
    >
      <QueryState query={gasFee} what="the gas fee settings" loading={<SkeletonRows rows={1} />}>
        {({ gasFeeAddress, gasFeeAmount }) => (
          <>
            <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[auto_1fr]">
              <div>
                <dt className="text-14 text-muted">Set aside for one payout</dt>
                <dd className="figure text-18 font-semibold" data-testid="gas-fee-amount">
                  {gasFeeAmount}
                </dd>
              </div>
              <div className="min-w-0">
                <dt className="text-14 text-muted">The platform&apos;s gas wallet</dt>
                <dd className="font-mono text-14 leading-6 break-all" data-testid="gas-fee-address">
                  {gasFeeAddress}
                </dd>
              </div>
            </dl>
            <p className="mt-3 text-14 text-muted">
              The platform pays the network fee of every payout from this wallet. No investor is ever asked for it.
            </p>
          </>
        )}
      </QueryState>
      {isEditing && gasFee.data !== undefined ? (
        <GasFeeDialog settings={gasFee.data} onClose={() => setEditing(false)} />
      ) : null}
    </Sheet>
  );
}
