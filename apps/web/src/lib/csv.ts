/** Characters that would end a cell. */
const NEEDS_QUOTES = /[",\r\n]/;

function quote(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Lines of comma-separated values as RFC 4180 describes them. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quote).join(",")}\r\n`).join("");
}

/** Saves a text as a file, without a request to the server. */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([formatCsv(rows)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has read the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
