import { useId, useState } from "react";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { RowButton } from "../records/row-button.tsx";
import { GasFeeDialog } from "./gas-fee-dialog.tsx";
import { useGasFee } from "./gas-fee.ts";

/** What is set aside for the network fee of a payout and from which wallet, in two short lines beside the heading. */
export function GasFeeCard() {
  const [isEditing, setEditing] = useState(false);
  const id = useId();
  const gasFee = useGasFee();
  return (
    <section aria-labelledby={id} className="flex min-w-0 items-center gap-4 text-14">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={id} className="font-sans text-14 font-semibold tracking-normal">
            Gas fee settings
          </h2>
          <QueryState
            query={gasFee}
            what="the gas fee settings"
            loading={<SkeletonRows rows={1} className="h-5 w-60" />}
          >
            {({ gasFeeAddress, gasFeeAmount }) => (
              <dl className="flex min-w-0 flex-wrap gap-x-3">
                <dt className="sr-only">Set aside for one payout</dt>
                <dd className="figure font-semibold" data-testid="gas-fee-amount">
                  {gasFeeAmount}
                </dd>
                <dt className="text-muted">a payout, from</dt>
                <dd className="min-w-0 font-mono break-all" data-testid="gas-fee-address">
                  {gasFeeAddress === "" ? <span className="font-sans text-muted">no wallet yet</span> : gasFeeAddress}
                </dd>
              </dl>
            )}
          </QueryState>
        </div>
        <p className="text-12 text-muted">
          The platform pays the network fee of every payout from this wallet. No investor is ever asked for it.
        </p>
      </div>
      {gasFee.data === undefined ? null : (
        <RowButton label="Edit" of="gas fee settings" right="manage" onClick={() => setEditing(true)} />
      )}
      {isEditing && gasFee.data !== undefined ? (
        <GasFeeDialog settings={gasFee.data} onClose={() => setEditing(false)} />
      ) : null}
    </section>
  );
}
