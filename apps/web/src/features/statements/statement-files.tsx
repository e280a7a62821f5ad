import { getStatementCsv, getStatementPdf } from "@wazi/contracts";
import { queryText } from "../../lib/api-client.ts";
import { DownloadLink } from "../../ui/download-link.tsx";
import { monthName } from "./month-names.ts";

/** The month's statement as files, made by the server from the same entries. */
export function StatementFiles({ month }: { month: string }) {
  const query = queryText({ month });
  return (
    <div className="flex gap-3">
      <DownloadLink href={getStatementPdf.path + query} label={`Download ${monthName(month)} as PDF`}>
        PDF
      </DownloadLink>
      <DownloadLink href={getStatementCsv.path + query} label={`Download ${monthName(month)} as CSV`}>
        CSV
      </DownloadLink>
    </div>
  );
}
