import { useId, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import { useGasFee } from "./api.ts";
import { GasFeeDialog } from "./gas-fee-dialog.tsx";
import * as texts from "../../../messages/admin-gas-fee.ts";

/**
 * The gas fee settings, in two short lines beside the heading. On a phone they are behind a button.
 */
export function GasFeeCard() {
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const gasFee = useGasFee();
  const behind = isOpen ? "max-md:basis-full" : "max-md:hidden";
  return (
    <section aria-labelledby={id} className="min-w-0 text-14 max-md:contents md:flex md:items-center md:gap-4">
      <div className="min-w-0 max-md:contents">
        <div className="flex-wrap items-baseline gap-x-3 max-md:contents md:flex">
          <h2 id={id} className="font-sans text-14 font-semibold tracking-normal">
            <span className="max-md:hidden">{texts.cardTitle}</span>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="-mr-2 flex min-h-11 items-center gap-2 rounded-sm px-2 md:hidden"
            >
              {texts.cardTitle}
              <Chevron isOpen={isOpen} />
            </button>
          </h2>
          <div className={behind}>
            <QueryState query={gasFee} what={texts.cardWhat} loading={<SkeletonRows rows={1} className="h-5 w-60" />}>
              {({ gasFeeAddress, gasFeeAmount }) => (
                <dl className="flex min-w-0 flex-wrap gap-x-3">
                  <dt className="sr-only">{texts.cardAmount}</dt>
                  <dd className="figure font-semibold" data-testid="gas-fee-amount">
                    {gasFeeAmount}
                  </dd>
                  <dt className="text-muted">{texts.cardPerPayout}</dt>
                  <dd className="min-w-0 font-mono break-all" data-testid="gas-fee-address">
                    {gasFeeAddress === "" ? (
                      <span className="font-sans text-muted">{texts.cardNoWallet}</span>
                    ) : (
                      gasFeeAddress
                    )}
                  </dd>
                </dl>
              )}
            </QueryState>
          </div>
        </div>
        <p className={classNames("text-12 text-muted", behind)}>{texts.cardLead}</p>
      </div>
      {gasFee.data === undefined ? null : (
        <div className={classNames("max-md:py-2", behind)}>
          <RowButton label={texts.edit} of={texts.cardEditOf} right="manage" onClick={() => setEditing(true)} />
        </div>
      )}
      {isEditing && gasFee.data !== undefined ? (
        <GasFeeDialog settings={gasFee.data} onClose={() => setEditing(false)} />
      ) : null}
    </section>
  );
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      className={classNames("size-3 fill-none stroke-current stroke-2", isOpen && "rotate-90")}
    >
      <path d="m4 2 4 4-4 4" />
    </svg>
  );
}
