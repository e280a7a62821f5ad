import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import type { RailStatementPreview } from "@wazi/contracts";
import { useImportStatement, usePreviewStatement } from "./api.ts";
import { type CsvColumns, guessColumns, readHeadings, toColumnMapping } from "./csv-columns.ts";
import { contentLabels, trimFigure } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";
import { Table } from "../../../ui/table.tsx";

/** Enough for the first line of a file. */
const HEADINGS_BYTES = 20_000;

const formats = {
  camt053: { label: texts.importFormatCamt, kind: "bank" },
  mt940: { label: texts.importFormatMt940, kind: "bank" },
  csv: { label: texts.importFormatCsv, kind: "bank" },
  mpesa: { label: texts.importFormatMpesa, kind: "mpesa" },
} as const;

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Reads a statement file, shows what it would import, and imports it. For a bank's CSV file it asks what each column means. */
export function ImportForm() {
  const run = useImportStatement();
  const read = usePreviewStatement();
  const [account, setAccount] = useState("");
  const [format, setFormat] = useState<keyof typeof formats>("camt053");
  const [file, setFile] = useState<File | null>(null);
  const [shows, setShows] = useState<keyof typeof contentLabels>("both");
  const [csv, setCsv] = useState<{ headings: string[]; chosen: CsvColumns } | null>(null);
  const [preview, setPreview] = useState<RailStatementPreview | null>(null);

  async function choose(next: File | null): Promise<void> {
    setFile(next);
    const headings = next === null ? [] : readHeadings(await next.slice(0, HEADINGS_BYTES).text());
    setCsv(headings.length === 0 ? null : { headings, chosen: guessColumns(headings) });
  }

  async function submit(): Promise<void> {
    if (file === null) {
      toast.bad(texts.error, texts.importFileMissing);
      return;
    }
    try {
      const content = await toBase64(file);
      const columns = format === "csv" && csv ? { columns: toColumnMapping(csv.chosen, csv.headings) } : {};
      const body = { account, kind: formats[format].kind, format, shows, fileName: file.name, content, ...columns };
      if (preview === null) {
        setPreview(await read.mutateAsync({ body }));
        return;
      }
      const { lines, known } = await run.mutateAsync({ body });
      setPreview(null);
      toast.good(texts.success, texts.importDone({ lines, known }));
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, texts.importFailed));
    }
  }

  return (
    <form
      noValidate
      className="grid min-w-0 gap-3 border-t border-line pt-4 sm:grid-cols-2"
      // The preview belongs to the earlier choice.
      onChange={() => setPreview(null)}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h3 className="text-14 sm:col-span-2">{texts.importTitle}</h3>
      <TextField
        label={texts.account}
        hint={texts.importAccountHint}
        autoComplete="off"
        maxLength={60}
        value={account}
        onChange={(event) => setAccount(event.target.value)}
      />
      <SelectField
        label={texts.format}
        value={format}
        onChange={(event) => setFormat(event.target.value as keyof typeof formats)}
      >
        {Object.entries(formats).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.importContentLabel}
        value={shows}
        onChange={(event) => setShows(event.target.value as keyof typeof contentLabels)}
      >
        {Object.entries(contentLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={texts.file}
        type="file"
        className="[&_input]:py-2.5"
        accept=".xml,.csv,.txt,.sta,.mt940,.940"
        onChange={(event) => void choose(event.target.files?.[0] ?? null)}
      />
      {format === "csv" && csv ? <CsvMapping {...csv} onChange={(chosen) => setCsv({ ...csv, chosen })} /> : null}
      {preview === null ? null : <StatementPreview preview={preview} />}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        {preview === null ? null : (
          <Button look="secondary" onClick={() => setPreview(null)}>
            {texts.change}
          </Button>
        )}
        <Button
          type="submit"
          look={preview === null ? "secondary" : "primary"}
          pending={run.isPending || read.isPending}
          pendingLabel={preview === null ? texts.reading : texts.importing}
        >
          {preview === null ? texts.previewStatement : texts.importStatement}
        </Button>
      </div>
    </form>
  );
}

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
function CsvMapping({
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

const listSums = (sums: RailStatementPreview["moneyIn"]): string =>
  sums.length === 0 ? "none" : sums.map(({ amount, currency }) => `${trimFigure(amount)} ${currency}`).join(", ");

/** The first lines of a file as they were read, with the sums of all, before it is imported. */
function StatementPreview({ preview }: { preview: RailStatementPreview }) {
  const { lines, from, to, moneyIn, moneyOut, closing, skipped, warnings, charges, first } = preview;
  return (
    <section aria-label={texts.preview} className="grid min-w-0 gap-3 sm:col-span-2">
      <p className="text-14">
        {texts.previewSummary({
          lines: lines.toLocaleString("en-US"),
          lines2: lines,
          from,
          to,
          span: (text) => <span className="font-semibold">{text}</span>,
          listSums: listSums(moneyIn),
          replaceAll: listSums(moneyOut).replaceAll("-", ""),
          charges,
          closing:
            closing === null ? "" : ` ${texts.previewClosing({ listSums: listSums([closing]), day: closing.day })}`,
        })}
        {skipped > 0 && ` ${texts.previewSkipped({ skipped: skipped.toLocaleString("en-US"), skipped2: skipped })}`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="text-14 font-medium text-warning">
          {warning === "no-line-end" ? texts.previewNoLineEnd : texts.previewNoBalances}
        </p>
      ))}
      <Table
        label={texts.previewLinesLabel}
        rows={first.map((line, index) => ({ ...line, id: String(index) }))}
        columns={[
          { heading: texts.date, cell: ({ bookedOn }) => <span className="whitespace-nowrap">{bookedOn}</span> },
          {
            heading: texts.amount,
            align: "right",
            cell: ({ amount, currency }) => (
              <span className="figure whitespace-nowrap">
                {amount} {currency}
              </span>
            ),
          },
          {
            heading: texts.reference,
            cell: ({ externalId }) => <span className="break-all">{externalId ?? "–"}</span>,
          },
          { heading: texts.name, cell: ({ name }) => name ?? "–" },
          { heading: texts.text, cell: ({ text }) => <span className="break-words">{text === "" ? "–" : text}</span> },
          { heading: texts.charge, cell: ({ isCharge }) => (isCharge ? texts.yes : texts.no) },
        ]}
      />
    </section>
  );
}
