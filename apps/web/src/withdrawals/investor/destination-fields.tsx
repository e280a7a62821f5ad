import { type PayoutAddress, showDestination, type WithdrawalType } from "@wazi/contracts";
import { useWatch } from "react-hook-form";
import { fillDestination, shownKinds, type KindField, type WithdrawalValues } from "../../content/withdrawal-kinds.ts";
import { useNow } from "../../lib/clock.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import * as texts from "../../messages/withdrawals.ts";
import { usePayoutAddresses } from "./api.ts";
import type { WithdrawalFormState } from "./withdrawal-form-schema.ts";

/** The fields of one kind of withdrawal. */
export function DestinationFields({ form, type }: { form: WithdrawalFormState; type: WithdrawalType }) {
  const values = useWatch({ control: form.control }) as WithdrawalValues;
  const shown = shownKinds[type].fields.filter(({ isShown }) => isShown?.(values) ?? true);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {shown.map((field) => (
        <DestinationField key={field.name} form={form} field={field} values={values} />
      ))}
    </div>
  );
}

function DestinationField({
  form,
  field: { name, label, choices, noChoice, hint, isWide = false, input, changes },
  values,
}: {
  form: WithdrawalFormState;
  field: KindField;
  values: WithdrawalValues;
}) {
  const parts = { label, hint: hint?.(values), error: form.formState.errors[name]?.message };
  if (choices === undefined) {
    return (
      <TextField {...parts} {...input} {...(isWide ? { className: "sm:col-span-2" } : {})} {...form.register(name)} />
    );
  }
  const onChange = (event: { target: { value: string } }): void => {
    for (const [other, value] of Object.entries(changes?.(event.target.value) ?? {})) {
      form.setValue(other as KindField["name"], value);
    }
  };
  return (
    <SelectField {...parts} {...form.register(name, { onChange })}>
      {noChoice === undefined ? null : <option value="">{noChoice}</option>}
      {choices(values).map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  );
}

/** Fills the form from the address book. Not shown while it has no usable destination. */
export function SavedDestinations({ form }: { form: WithdrawalFormState }) {
  const { data } = usePayoutAddresses();
  const now = useNow();
  const usable = (data ?? []).filter(({ usableFrom }) => Date.parse(usableFrom) <= now);
  if (usable.length === 0) return null;

  function fill(address: PayoutAddress | undefined): void {
    if (address === undefined) return;
    const { withdrawalType } = address;
    for (const [name, value] of Object.entries({
      withdrawalType,
      ...shownKinds[withdrawalType].toValues(fillDestination(address)),
    })) {
      form.setValue(name as keyof WithdrawalValues, value);
    }
    form.clearErrors();
  }

  return (
    <SelectField
      label={texts.savedDestination}
      defaultValue=""
      onChange={({ target }) => fill(usable.find(({ id }) => id === target.value))}
    >
      <option value="">{texts.savedChoose}</option>
      {usable.map((address) => (
        <option key={address.id} value={address.id}>
          {showDestination(address)}
        </option>
      ))}
    </SelectField>
  );
}
