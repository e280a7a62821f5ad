import { mpesaCountries, mpesaNumberPlans, type MpesaCountry } from "@wazi/contracts";
import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { WithdrawalFormState } from "./withdrawal-form-schema.ts";
import * as texts from "../../messages/withdrawals.ts";

export function MpesaFields({ form }: { form: WithdrawalFormState }) {
  // The list offers only these countries.
  const country = useWatch({ control: form.control, name: "mpesaCountry" }) as MpesaCountry;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label={texts.country} {...form.register("mpesaCountry")}>
        {mpesaCountries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label={texts.mpesaPhoneLabel}
        hint={texts.mpesaPhoneHint({ localExample: mpesaNumberPlans[country].localExample })}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        error={form.formState.errors.phoneNumber?.message}
        {...form.register("phoneNumber")}
      />
    </div>
  );
}
