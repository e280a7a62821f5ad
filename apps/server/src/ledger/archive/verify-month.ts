import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { cents, formatCents, parseCents } from "@wazi/domain";
import type { BulkConnection } from "../../platform/db/bulk-connection.ts";
import { findDamage } from "../../platform/backup/backup-format.ts";
import { followingMonth, type ArchiveManifest } from "./archive-format.ts";
import { ACCOUNT_SUMS, archivedTables, ENTRIES, parseAccountSum, parseEntry, type MonthRange } from "./store.ts";

const NEWLINE = "\n";

export const rangeOf = (month: string): MonthRange => ({
  from: `${month}-01T00:00:00Z`,
  to: `${followingMonth(month)}-01T00:00:00Z`,
});

/**
 * Checks the files of a month against their manifest, the entries against the sums, and every row against the database.
 * @returns the problems found, a sentence each; empty when all agree
 */
export async function verifyMonth(
  connection: BulkConnection,
  folder: string,
  archive: ArchiveManifest,
): Promise<string[]> {
  const problems: string[] = [];
  const isThere = (name: string): boolean => archive.files.some((file) => file.name === name);
  for (const { name, isLater } of archivedTables)
    if (!isLater && !isThere(name)) problems.push(`${name} is missing in the manifest`);
  for (const file of archive.files) {
    const damage = await findDamage(folder, file);
    if (damage !== null) problems.push(damage);
  }
  if (problems.length > 0) return problems;
  problems.push(...(await checkSums(folder, archive)));
  for (const { name, select } of archivedTables) {
    if (!isThere(name)) continue;
    const stored = connection.copyLines(select(rangeOf(archive.month)));
    const problem = await compareRows(name, readFileLines(folder, archive, name), readLines(stored));
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

/** Adds the entries up without the database: each transaction sums to zero, and each account to its stated sum. */
async function checkSums(folder: string, archive: ArchiveManifest): Promise<string[]> {
  const problems: string[] = [];
  const sums = new Map<string, { entries: number; cents: bigint }>();
  let current = { id: NaN, cents: 0n };
  const endTransaction = (): void => {
    if (current.cents !== 0n) problems.push(`the ledger transaction ${current.id} does not sum to zero`);
  };
  for await (const line of readFileLines(folder, archive, ENTRIES)) {
    const { transactionId: id, account, amount } = parseEntry(line);
    if (id !== current.id) {
      endTransaction();
      current = { id, cents: 0n };
    }
    const posted = parseCents(amount);
    current.cents += posted;
    const sum = sums.get(account) ?? { entries: 0, cents: 0n };
    sums.set(account, { entries: sum.entries + 1, cents: sum.cents + posted });
  }
  endTransaction();
  for await (const line of readFileLines(folder, archive, ACCOUNT_SUMS)) {
    const { account, entries, sum } = parseAccountSum(line);
    const added = sums.get(account) ?? { entries: 0, cents: 0n };
    sums.delete(account);
    if (added.entries !== entries || added.cents !== parseCents(sum))
      problems.push(
        `${account}: its ${added.entries} entries sum to ${formatCents(cents(added.cents))}, not to ${sum}`,
      );
  }
  for (const account of sums.keys()) problems.push(`${account} has entries and no sum`);
  return problems;
}

/** @returns the first difference between a file and the database; null when all rows are equal */
async function compareRows(
  name: string,
  archived: AsyncIterable<string>,
  stored: AsyncIterable<string>,
): Promise<string | null> {
  const rows = stored[Symbol.asyncIterator]();
  let number = 0;
  let problem: string | null = null;
  for await (const line of archived) {
    number += 1;
    if (problem !== null) continue;
    const row = await rows.next();
    if (row.done === true) problem = `${name}: row ${number} is not in the database`;
    else if (row.value !== line) problem = `${name}: row ${number} differs from the database`;
  }
  const next = await rows.next();
  if (problem === null && next.done !== true)
    problem = `${name}: the database has more than the ${number} archived rows`;
  // The connection is free for the next table when this one has been read to its end.
  for (let rest = next; rest.done !== true;) rest = await rows.next();
  return problem;
}

function readFileLines(folder: string, { files }: ArchiveManifest, name: string): AsyncIterable<string> {
  const path = files.find((file) => file.name === name)?.path ?? "";
  const unzip = createGunzip();
  // An error of the file ends the lines with that error.
  pipeline(createReadStream(join(folder, path)), unzip, () => undefined);
  return readLines(unzip);
}

/** Splits at line breaks only: JSON may have other characters that count as one elsewhere. */
async function* readLines(source: Readable): AsyncGenerator<string> {
  source.setEncoding("utf8");
  let rest = "";
  for await (const chunk of source as AsyncIterable<string>) {
    const lines = (rest + chunk).split(NEWLINE);
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
