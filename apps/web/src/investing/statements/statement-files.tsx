import { getStatementCsv, getStatementPdf } from "@wazi/contracts";
import { formatQuery } from "../../lib/api-client.ts";
import { DownloadLink } from "../../ui/download-link.tsx";
import { formatMonth } from "./months.ts";
import * as texts from "../../messages/statements.ts";

/** Downloads of the month's statement. The server creates them from the same entries. */
export function StatementFiles({ month }: { month: string }) {
  const query = formatQuery({ month });
  return (
    <div className="flex gap-3">
      <DownloadLink href={getStatementPdf.path + query} label={texts.downloadPdfLabel({ month: formatMonth(month) })}>
        {texts.pdf}
      </DownloadLink>
      <DownloadLink href={getStatementCsv.path + query} label={texts.downloadCsvLabel({ month: formatMonth(month) })}>
        {texts.csv}
      </DownloadLink>
    </div>
  );
}
