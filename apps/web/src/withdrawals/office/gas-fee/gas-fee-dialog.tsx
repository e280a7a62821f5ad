import { changeSystemSettings, getSystemSettings, type SystemSettings } from "@wazi/contracts";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextField } from "../../../ui/field.tsx";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { ConfirmDialog } from "../../../office/decisions/confirm-dialog.tsx";
import { ChangedNotice, REVIEW_CHANGE_FIRST } from "../../../office/decisions/notices.tsx";
import { useChangeGasFee, useGasFee } from "./api.ts";
import { isInvalidTronAddress } from "./tron-address.ts";
import * as texts from "../../../messages/admin-gas-fee.ts";

/**
 * Edits the gas fee settings. If they change in the meantime, the input is kept and the new settings must be reviewed
 * before saving.
 */
export function GasFeeDialog({ settings, onClose }: { settings: SystemSettings; onClose: () => void }) {
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
