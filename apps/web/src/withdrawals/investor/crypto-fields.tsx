import { withdrawalCurrencies, type WithdrawalCurrency } from "@wazi/contracts";
import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "../../ui/field.tsx";
import { formatNetworkMinimum, networksOf, type WithdrawalFormState } from "./withdrawal-form-schema.ts";
import * as texts from "../../messages/withdrawals.ts";

export function CryptoFields({ form }: { form: WithdrawalFormState }) {
  const { errors } = form.formState;
  const currency = useWatch({ control: form.control, name: "currency" });
  const network = useWatch({ control: form.control, name: "network" });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={texts.cryptocurrency}
        error={errors.currency?.message}
        {...form.register("currency", {
          onChange: (event: { target: { value: WithdrawalCurrency } }) =>
            form.setValue("network", networksOf(event.target.value)[0]),
        })}
      >
        {withdrawalCurrencies.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField
        label={texts.network}
        hint={formatNetworkMinimum(network)}
        error={errors.network?.message}
        {...form.register("network")}
      >
        {networksOf(currency).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label={texts.walletAddress}
        hint={texts.cryptoAddressHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="sm:col-span-2"
        error={errors.walletAddress?.message}
        {...form.register("walletAddress")}
      />
    </div>
  );
}
