import { bankCountries, banksByCountry } from "@wazi/contracts";
import { useWatch } from "react-hook-form";
import { SelectField, TextField } from "../../ui/field.tsx";
import { OTHER_BANK, type WithdrawalFormState } from "./withdrawal-form-schema.ts";
import * as texts from "../../messages/withdrawals.ts";

export function BankFields({ form }: { form: WithdrawalFormState }) {
  const { errors } = form.formState;
  const [country, bankName] = useWatch({ control: form.control, name: ["bankCountry", "bankName"] });
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        label={texts.country}
        {...form.register("bankCountry", { onChange: () => form.setValue("bankName", "") })}
      >
        {bankCountries.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label={texts.bankName} error={errors.bankName?.message} {...form.register("bankName")}>
        <option value="">{texts.selectBank}</option>
        {(banksByCountry[country] ?? []).map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option>{OTHER_BANK}</option>
      </SelectField>
      {bankName === OTHER_BANK ? (
        <TextField label={texts.bankOtherLabel} className="sm:col-span-2" {...form.register("otherBankName")} />
      ) : null}
      <TextField
        label={texts.accountName}
        autoComplete="name"
        error={errors.accountName?.message}
        {...form.register("accountName")}
      />
      <TextField
        label={texts.accountNumber}
        inputMode="numeric"
        autoComplete="off"
        error={errors.accountNumber?.message}
        {...form.register("accountNumber")}
      />
    </div>
  );
}
