import { mpesaCountries } from "@wazi/contracts";
import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "../../ui/field.tsx";
import type { WithdrawalFormState } from "./withdrawal-form-schema.ts";

const dialCodes: Readonly<Record<string, string>> = { Kenya: "+254", Tanzania: "+255" };

export function MpesaFields({ form }: { form: WithdrawalFormState }) {
  const country = useWatch({ control: form.control, name: "mpesaCountry" });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label="Country" {...form.register("mpesaCountry")}>
        {mpesaCountries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField
        label="M-Pesa phone number"
        hint={`With country code, such as ${dialCodes[country] ?? "+254"} 712 345 678`}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={form.formState.errors.phoneNumber?.message}
        {...form.register("phoneNumber")}
      />
    </div>
  );
}
