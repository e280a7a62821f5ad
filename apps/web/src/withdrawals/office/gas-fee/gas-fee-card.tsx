import { useId, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { QueryState } from "../../../ui/query-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { RowButton } from "../../../office/records/row-button.tsx";
import * as texts from "../../../messages/admin-gas-fee.ts";
import { changeSystemSettings, getSystemSettings, type SystemSettings } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextField } from "../../../ui/field.tsx";
import { bindFields } from "../../../office/decisions/use-decision.ts";
import { ConfirmDialog } from "../../../office/decisions/decision-dialog.tsx";
import { ChangedNotice, REVIEW_CHANGE_FIRST } from "../../../office/decisions/notices.tsx";
import { isInvalidTronAddress } from "./tron-address.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { queryOf } from "../../../lib/api-client.ts";

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
            <QueryState
              query={gasFee}
              failedTitle={texts.cardFailedTitle}
              loading={<SkeletonRows rows={1} className="h-5 w-60" />}
            >
              {({ gasFeeAddress, gasFeeAmount }) => (
                <dl className="flex min-w-0 flex-wrap gap-x-3">
                  <dt className="sr-only">{texts.cardAmount}</dt>
                  {texts.cardFigures({
                    amount: (
                      <dd className="figure font-semibold" data-testid="gas-fee-amount">
                        {gasFeeAmount}
                      </dd>
                    ),
                    label: (text) => <dt className="text-muted">{text}</dt>,
                    address: (
                      <dd className="min-w-0 font-mono break-all" data-testid="gas-fee-address">
                        {gasFeeAddress === "" ? (
                          <span className="font-sans text-muted">{texts.cardNoWallet}</span>
                        ) : (
                          gasFeeAddress
                        )}
                      </dd>
                    ),
                  })}
                </dl>
              )}
            </QueryState>
          </div>
        </div>
        <p className={classNames("text-12 text-muted", behind)}>{texts.cardLead}</p>
      </div>
      {gasFee.data === undefined ? null : (
        <div className={classNames("max-md:py-2", behind)}>
          <RowButton label={texts.edit} spoken={texts.cardEditSpoken} right="manage" onClick={() => setEditing(true)} />
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

/**
 * Edits the gas fee settings. If they change in the meantime, the input is kept and the new settings must be reviewed
 * before saving.
 */
function GasFeeDialog({ settings, onClose }: { settings: SystemSettings; onClose: () => void }) {
  const change = useChangeGasFee();
  const [first] = useState(settings);
  const [seen, see] = useState(settings);
  const { data: now = seen } = useGasFee({ whileOpen: true });
  const form = useForm({ resolver: schemaResolver(changeSystemSettings.body), defaultValues: first });
  const field = bindFields(form);
  const [gasFeeAddress, gasFeeAmount] = useWatch({ control: form.control, name: ["gasFeeAddress", "gasFeeAmount"] });
  const isMine = change.isPending || change.isSuccess;
  const hasChanged = !isMine && (now.gasFeeAddress !== seen.gasFeeAddress || now.gasFeeAmount !== seen.gasFeeAmount);

  function goOn() {
    change.reset();
    see(now);
  }

  return (
    <ConfirmDialog
      title={texts.dialogTitle}
      mutation={change}
      form={form}
      toInput={(typed) => ({ body: { ...typed, expected: seen } })}
      shown={[getSystemSettings]}
      submitLabel={texts.saveSettings}
      pendingLabel={texts.saving}
      notYet={hasChanged ? REVIEW_CHANGE_FIRST : undefined}
      done={texts.dialogDone}
      failed={texts.dialogFailed}
      onClose={onClose}
    >
      <p className="text-14 text-muted">{texts.dialogEffect({ gasFeeAmount: (isMine ? seen : now).gasFeeAmount })}</p>
      {hasChanged ? (
        <ChangedNotice onGoOn={goOn}>
          {texts.dialogChanged({
            gasFeeAmount: <strong className="font-semibold">{now.gasFeeAmount}</strong>,
            part:
              now.gasFeeAddress === "" ? (
                texts.noWallet
              ) : (
                <span className="font-mono break-all">{now.gasFeeAddress}</span>
              ),
          })}
        </ChangedNotice>
      ) : null}
      <TextField
        label={texts.dialogAddressLabel}
        hint={<AddressHint isDoubtful={isInvalidTronAddress(gasFeeAddress, gasFeeAmount)} />}
        className="[&_input]:font-mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field("gasFeeAddress")}
      />
      <TextField
        label={texts.dialogAmountLabel}
        hint={texts.dialogAmountHint}
        autoComplete="off"
        {...field("gasFeeAmount")}
      />
      <GasFeeChange before={seen} after={{ gasFeeAddress, gasFeeAmount }} />
    </ConfirmDialog>
  );
}

/** Only a warning: another network may use another address format. */
function AddressHint({ isDoubtful }: { isDoubtful: boolean }) {
  return (
    <>
      {texts.addressHint({
        span: (
          <span role="status" className="block font-medium text-warning">
            {isDoubtful ? texts.addressDoubtful : null}
          </span>
        ),
      })}
    </>
  );
}

const figures = [
  { name: "gasFeeAddress", label: texts.dialogAddressLabel, look: "font-mono break-all" },
  { name: "gasFeeAmount", label: texts.dialogAmountLabel, look: "figure" },
] as const;

/** The old and new values of the settings that differ. */
function GasFeeChange({ before, after }: { before: SystemSettings; after: SystemSettings }) {
  const changed = figures.filter(({ name }) => after[name].trim() !== before[name]);
  if (changed.length === 0) return null;
  return (
    <dl aria-label={texts.changes} className="divide-y divide-line border-y border-line text-14">
      {changed.map(({ name, label, look }) => (
        <div key={name} className="grid grid-cols-[auto_1fr] gap-x-4 py-1.5">
          <dt className="col-span-2 text-muted">{label}</dt>
          <dd className="text-muted">{texts.now}</dd>
          <dd className={look}>{before[name] || "none"}</dd>
          <dd className="text-muted">{texts.newLabel}</dd>
          <dd className={`font-semibold ${look}`}>{after[name].trim() || "none"}</dd>
        </div>
      ))}
    </dl>
  );
}

const REFRESH_MS = 5_000;

/**
 * The wallet that pays network fees, and the amount per payout.
 * @param options.whileOpen refreshes the settings while they are being edited, as another administrator may change them
 */
function useGasFee(options: { whileOpen?: true } = {}): UseQueryResult<SystemSettings> {
  return useQuery({
    ...queryOf(getSystemSettings),
    ...(options.whileOpen === true ? { refetchInterval: REFRESH_MS, staleTime: 0 } : {}),
  });
}

function useChangeGasFee() {
  return useCallMutation(changeSystemSettings, [getSystemSettings]);
}
