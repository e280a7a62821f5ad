import { randomUUID } from "node:crypto";
import { type BodyOf, type submitVerification as call, messages, type Verification } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { isConnectionLost } from "../../platform/db/database-errors.ts";
import type { PreparedSubmission } from "./prepare-submission.ts";
import {
  countSubmissions,
  insertVerification,
  lockUser,
  reopenKycStatus,
  toVerification,
  type VerificationRow,
} from "./store.ts";
import type { ExportGate } from "../../platform/csv/export-gate.ts";
import type { DocumentVault } from "../documents/document-vault.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { SubmissionWorkers } from "./submission-workers.ts";
import * as texts from "../../messages/people.ts";

export interface VerificationDeps {
  sql: Sql;
  documents: DocumentVault;
  submissions: SubmissionWorkers;
  now: () => Date;
  exports: ExportGate;
}

/** Limit per user, including rejected submissions, so that no user can fill the document store. */
const MAX_SUBMISSIONS = 10;

/** @throws AppError CONFLICT while one is pending, after an approval, and after ten submissions */
export async function refuseFurtherSubmission({ sql }: Pick<VerificationDeps, "sql">, userId: string): Promise<void> {
  const { all, open } = await countSubmissions(sql, userId);
  if (open > 0) throw alreadySubmitted();
  if (all >= MAX_SUBMISSIONS) {
    throw new AppError("CONFLICT", texts.documentsTooOften({ most: MAX_SUBMISSIONS }));
  }
}

/**
 * Stores the encrypted images and then the row that refers to them. A crash in between leaves files without a row, which
 * are harmless: their names are random, and they are encrypted.
 * @param form the validated form
 * @throws AppError CONFLICT as above · RESTRICTED deactivated or deleted in the meantime
 */
export async function submitVerification(
  deps: VerificationDeps,
  input: {
    userId: string;
    form: BodyOf<typeof call>;
    images: Extract<PreparedSubmission, { form: unknown }>["images"];
    address: string | null;
  },
): Promise<Verification> {
  const { userId, form, images } = input;
  if (images.frontImageUrl === undefined) throw new AppError("VALIDATION", messages.documentsMissing);
  const id = randomUUID();
  const row: VerificationRow = {
    id,
    userId,
    documentType: form.documentType,
    documentNumber: form.documentNumber || null,
    frontDocument: `${id}-front`,
    backDocument: images.backImageUrl ? `${id}-back` : null,
    status: "pending",
    rejectionReason: null,
    reviewedAt: null,
    createdAt: deps.now(),
  };
  try {
    await deps.documents.keep(row.frontDocument, images.frontImageUrl);
    if (row.backDocument && images.backImageUrl) await deps.documents.keep(row.backDocument, images.backImageUrl);
    await insertSubmission(deps, row, input.address);
  } catch (error) {
    // After a lost connection the row may exist, and then it needs its files.
    if (!isConnectionLost(error)) await deleteImages(deps, row);
    throw error;
  }
  return toVerification(row);
}

function insertSubmission({ sql }: VerificationDeps, row: VerificationRow, address: string | null): Promise<void> {
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, row.userId);
    if (!user?.isActive) throw new AppError("RESTRICTED", texts.accountDeactivated);
    if (!(await insertVerification(tx, row))) throw alreadySubmitted();
    await reopenKycStatus(tx, row.userId, row.createdAt);
    await insertAuditEvent(tx, {
      actorId: row.userId,
      action: "verification.submit",
      subjectType: "verification",
      subjectId: row.id,
      after: { status: row.status, documentType: row.documentType },
      address,
    });
  });
}

async function deleteImages({ documents }: VerificationDeps, row: VerificationRow): Promise<void> {
  await documents.forget(row.frontDocument);
  if (row.backDocument) await documents.forget(row.backDocument);
}

function alreadySubmitted(): AppError {
  return new AppError("CONFLICT", texts.documentsSubmitted);
}
