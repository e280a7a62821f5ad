import { useState } from "react";
import { failureText } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import type { RailStatementPreview } from "@wazi/contracts";
import { useImportStatement, usePreviewStatement } from "./api.ts";
import { guessColumns, readHeadings, toColumnMapping, type CsvColumns } from "./csv-columns.ts";
import { CsvMapping } from "./csv-mapping.tsx";
import { contentLabels } from "./labels.ts";
import { StatementPreview } from "./statement-preview.tsx";
import * as texts from "../../../messages/admin-payouts.ts";

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
