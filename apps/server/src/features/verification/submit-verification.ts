import { randomUUID } from "node:crypto";
import type { BodyOf, submitVerification as call, Verification } from "@wazi/contracts";
import { messages } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent } from "../../core/audit/store.ts";
import { isConnectionLost } from "../../db/database-errors.ts";
import type { PreparedSubmission } from "./prepare-submission.ts";
import {
  countSubmissions,
  insertVerification,
  lockUser,
  reopenKycStatus,
  toVerification,
  type VerificationRow,
} from "./store.ts";
import type { VerificationDeps } from "./verification-deps.ts";

/** Of one user, rejected ones included: nobody fills the document store. */
const MAX_SUBMISSIONS = 10;

/** @throws AppError CONFLICT while one is pending, after an approval, and after ten of them */
export async function refuseFurtherSubmission({ sql }: Pick<VerificationDeps, "sql">, userId: string): Promise<void> {
  const { all, open } = await countSubmissions(sql, userId);
  if (open > 0) throw alreadySubmitted();
  if (all >= MAX_SUBMISSIONS) {
    throw new AppError("CONFLICT", `You have submitted documents ${MAX_SUBMISSIONS} times. Please contact support.`);
  }
}

/**
 * Keeps the images, encrypted, and then the row that names them. Files without a row, which a crash between the two
 * leaves behind, are harmless: their names are random, nothing leads to them, and nobody can read them.
 * @param form what parsePart made of the prepared form
 * @throws AppError CONFLICT as above · RESTRICTED deactivated or deleted meanwhile
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
    user_id: userId,
    document_type: form.documentType,
    document_number: form.documentNumber || null,
    front_document: `${id}-front`,
    back_document: images.backImageUrl ? `${id}-back` : null,
    status: "pending",
    rejection_reason: null,
    reviewed_at: null,
    created_at: deps.now(),
  };
  try {
    await deps.documents.keep(row.front_document, images.frontImageUrl);
    if (row.back_document && images.backImageUrl) await deps.documents.keep(row.back_document, images.backImageUrl);
    await insertSubmission(deps, row, input.address);
  } catch (error) {
    // After a broken connection the row may be there all the same, and then it needs its files.
    if (!isConnectionLost(error)) await deleteImages(deps, row);
    throw error;
  }
  return toVerification(row);
}

function insertSubmission({ sql }: VerificationDeps, row: VerificationRow, address: string | null): Promise<void> {
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, row.user_id);
    if (!user?.isActive) throw new AppError("RESTRICTED", "Your account is deactivated.");
    if (!(await insertVerification(tx, row))) throw alreadySubmitted();
    await reopenKycStatus(tx, row.user_id, row.created_at);
    await insertAuditEvent(tx, {
      actorId: row.user_id,
      action: "verification.submit",
      subjectType: "verification",
      subjectId: row.id,
      after: { status: row.status, documentType: row.document_type },
      address,
    });
  });
}

async function deleteImages({ documents }: VerificationDeps, row: VerificationRow): Promise<void> {
  await documents.forget(row.front_document);
  if (row.back_document) await documents.forget(row.back_document);
}

function alreadySubmitted(): AppError {
  return new AppError(
    "CONFLICT",
    "You have already submitted documents. You can submit again only if they are rejected.",
  );
}
