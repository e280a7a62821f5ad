import { createHash, randomUUID } from "node:crypto";
import type { BodyOf, importRailStatement as call, RailStatementPreview } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { hasCamt053Balances, readCamt053, readCamt053Closing } from "./read-camt053.ts";
import { readCsv, readMpesaCsv, type CsvStatement } from "./read-csv.ts";
import { readMt940, readMt940Closing } from "./read-mt940.ts";
import { decodeStatement, StatementError, type ClosingBalance, type StatementLine } from "./statement-line.ts";
import { insertImport, insertLines, lockAccount } from "./store.ts";
import * as texts from "../../messages/bank.ts";

/**
 * Imports a statement: all of its lines, or nothing. Lines that an earlier statement of the account had are left out.
 * @throws AppError VALIDATION the file cannot be read, with the line and the reason · CONFLICT it was imported before, or the
 * account is of another kind
 */
export async function importStatement(
  { sql, now }: { sql: Sql; now: () => Date },
  { admin, body }: { admin: AuditActor; body: BodyOf<typeof call> },
): Promise<{ id: string; lines: number; known: number }> {
  const bytes = Buffer.from(body.content, "base64");
  const { lines, closing } = readStatementFile(body, bytes);
  const { account, kind, format, fileName, shows = "both" } = body;
  const digest = createHash("sha256").update(bytes).digest("hex");
  const id = randomUUID();
  return sql.begin(async (tx) => {
    const known = await lockAccount(tx, account);
    if (known !== null && known !== kind) {
      throw new AppError("CONFLICT", texts.accountOfOtherKind({ account, known }));
    }
    const row = {
      id,
      account,
      kind,
      format,
      fileName,
      digest,
      lines: lines.length,
      closing,
      shows,
      importedBy: admin.id,
      importedAt: now(),
    };
    if (!(await insertImport(tx, row))) throw new AppError("CONFLICT", texts.fileImported);
    const added = await insertLines(tx, id, account, addFingerprints(lines));
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "statement.import",
      subjectType: "statement",
      subjectId: id,
      after: { account, fileName, lines: lines.length, known: lines.length - added },
      address: admin.address,
    });
    return { id, lines: lines.length, known: lines.length - added };
  });
}

/** A statement as it was read. */
export interface StatementFile {
  lines: StatementLine[];
  closing: ClosingBalance | null;
  /** Lines of payments that are not completed. */
  skipped: number;
  /** Doubts that the file cannot settle. */
  warnings: RailStatementPreview["warnings"];
}

/**
 * Lines and closing balance. Of a CSV file, the mapping may name a column with balances.
 * @throws AppError VALIDATION as `importStatement`
 */
export function readStatementFile({ format, columns }: BodyOf<typeof call>, bytes: Buffer): StatementFile {
  try {
    const text = decodeStatement(bytes);
    switch (format) {
      case "camt053": {
        const [lines, closing] = [readCamt053(text), readCamt053Closing(text)];
        return { lines, closing, skipped: 0, warnings: hasCamt053Balances(text) ? [] : ["no-balances"] };
      }
      case "mt940":
        return { lines: readMt940(text), closing: readMt940Closing(text), skipped: 0, warnings: [] };
      case "mpesa":
        return withWarnings(text, readMpesaCsv(text));
      case "csv":
        if (columns === undefined) throw new StatementError(texts.csvColumnsMissing);
        return withWarnings(text, readCsv(text, columns));
    }
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new AppError("VALIDATION", error.message, { fields: { content: error.message } });
  }
}

/** A CSV file that was cut in its last column, or after a line, is still a CSV file. */
function withWarnings(text: string, { isBalanced, ...statement }: CsvStatement): StatementFile {
  const warnings: StatementFile["warnings"] = [];
  if (!/[\r\n]\s*$/.test(text)) warnings.push("no-line-end");
  if (!isBalanced) warnings.push("no-balances");
  return { ...statement, warnings };
}

/** Equal lines of one file are different payments: their place among equals is part of the fingerprint. */
function addFingerprints(lines: readonly StatementLine[]) {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const { bookedOn, amount, currency, externalId, text, name } = line;
    const says = JSON.stringify([bookedOn, amount, currency, externalId, text, name]);
    const place = (seen.get(says) ?? 0) + 1;
    seen.set(says, place);
    return { ...line, id: randomUUID(), fingerprint: createHash("sha256").update(`${place} ${says}`).digest("hex") };
  });
}
