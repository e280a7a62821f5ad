import { bankCountries, banksByCountry } from "@wazi/contracts";
import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "../../ui/field.tsx";
import { OTHER_BANK, type WithdrawalFormState } from "./withdrawal-form-schema.ts";

export function BankFields({ form }: { form: WithdrawalFormState }) {
  const { errors } = form.formState;
  const [country, bankName] = useWatch({ control: form.control, name: ["bankCountry", "bankName"] });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField label="Country" {...form.register("bankCountry", { onChange: () => form.setValue("bankName", "") })}>
        {bankCountries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label="Bank name" error={errors.bankName?.message} {...form.register("bankName")}>
        <option value="">Select bank</option>
        {(banksByCountry[country] ?? []).map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option>{OTHER_BANK}</option>
      </SelectField>
      {bankName === OTHER_BANK ? (
        <TextField label="Name of the other bank" className="sm:col-span-2" {...form.register("otherBankName")} />
      ) : null}
      <TextField
        label="Account name"
        autoComplete="name"
        error={errors.accountName?.message}
        {...form.register("accountName")}
      />
      <TextField
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        error={errors.accountNumber?.message}
        {...form.register("accountNumber")}
      />
    </div>
  );
}
