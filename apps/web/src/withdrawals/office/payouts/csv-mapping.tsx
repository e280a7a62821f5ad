import { SelectField, TextField } from "../../../ui/field.tsx";
import type { CsvColumns } from "./csv-columns.ts";
import * as texts from "../../../messages/admin-payouts.ts";

const fields: readonly (readonly [Exclude<keyof CsvColumns, "currencyCode">, string])[] = [
  ["date", texts.date],
  ["amount", texts.csvFieldAmount],
  ["moneyIn", texts.moneyIn],
  ["moneyOut", texts.moneyOut],
  ["currency", texts.currency],
  ["id", texts.banksReference],
  ["name", texts.csvFieldParty],
  ["balance", texts.csvFieldBalance],
];

/** Asks what each column of a bank's CSV file means. */
export function CsvMapping({
  headings,
  chosen,
  onChange,
}: {
  headings: readonly string[];
  chosen: CsvColumns;
  onChange: (chosen: CsvColumns) => void;
}) {
  return (
    <fieldset className="grid gap-3 sm:col-span-2 sm:grid-cols-2">
      <legend className="mb-2 text-14 font-semibold">{texts.csvColumnsLegend}</legend>
      {fields.map(([field, label]) => (
        <SelectField
          key={field}
          label={label}
          value={chosen[field]}
          onChange={(event) => onChange({ ...chosen, [field]: event.target.value })}
        >
          <option value="">{texts.none}</option>
          {headings.map((heading) => (
            <option key={heading} value={heading}>
              {heading}
            </option>
          ))}
        </SelectField>
      ))}
      {chosen.currency === "" ? (
        <TextField
          label={texts.csvCurrencyLabel}
          placeholder={texts.kes}
          autoComplete="off"
          maxLength={4}
          value={chosen.currencyCode}
          onChange={(event) => onChange({ ...chosen, currencyCode: event.target.value.toUpperCase() })}
        />
      ) : null}
    </fieldset>
  );
}
