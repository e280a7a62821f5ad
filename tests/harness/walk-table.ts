import type { TestClient } from "./test-app.ts";

/** A page of any of the administrators' tables. */
export interface AnyPage<Item> {
  items: Item[];
  nextCursor: string | null;
  previousCursor: string | null;
  total: number;
}

/** @throws Error with the answer when it was none */
export async function pageOf<Item>(client: TestClient, address: string): Promise<AnyPage<Item>> {
  const answer = await client.call("GET", address);
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Every page from the first to the last, and again from the last to the first; `address` has parameters already. */
export async function walkTable<Item>(
  client: TestClient,
  address: string,
): Promise<{ onwards: AnyPage<Item>[]; back: AnyPage<Item>[] }> {
  const onwards: AnyPage<Item>[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: AnyPage<Item> = await pageOf(client, `${address}${cursor && `&cursor=${cursor}`}`);
    onwards.push(page);
    cursor = page.nextCursor;
  }
  const back: AnyPage<Item>[] = [];
  for (let cursor = onwards.at(-1)?.previousCursor ?? null; cursor !== null;) {
    const page: AnyPage<Item> = await pageOf(client, `${address}&cursor=${cursor}`);
    back.unshift(page);
    cursor = page.previousCursor;
  }
  return { onwards, back };
}

/** The cells of a file for spreadsheets, row by row. @throws Error for what is not one */
export function cellsOf(csv: string): string[][] {
  if (!csv.startsWith("\ufeff") || !csv.endsWith("\r\n")) throw new Error("not a file for spreadsheets");
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  cell.lastIndex = 1;
  while (cell.lastIndex < csv.length) {
    const found = cell.exec(csv);
    if (!found) throw new Error("a cell that can't be read");
    const [, quoted, bare, end] = found;
    rows.at(-1)?.push(quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}
