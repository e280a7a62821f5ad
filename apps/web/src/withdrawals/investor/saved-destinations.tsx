import { showDestination, type PayoutAddress } from "@wazi/contracts";
import { useNow } from "../../lib/clock.ts";
import { SelectField } from "../../ui/field.tsx";
import { usePayoutAddresses } from "./api.ts";
import { toSavedValues, type WithdrawalFormState, type WithdrawalValues } from "./withdrawal-form-schema.ts";
import * as texts from "../../messages/withdrawals.ts";

/** Fills the form from the address book. Not shown while it has no usable destination. */
export function SavedDestinations({ form }: { form: WithdrawalFormState }) {
  const { data } = usePayoutAddresses();
  const now = useNow();
  const usable = (data ?? []).filter(({ usableFrom }) => Date.parse(usableFrom) <= now);
  if (usable.length === 0) return null;

  function fill(address: PayoutAddress | undefined): void {
    if (address === undefined) return;
    for (const [name, value] of Object.entries(toSavedValues(address))) {
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
