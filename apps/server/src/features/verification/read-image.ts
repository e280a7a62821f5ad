import type { SessionUser } from "../../core/identity/store.ts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEventUnlessRecent } from "../../core/audit/store.ts";
import type { VerificationDeps } from "./verification-deps.ts";
import { findVerification } from "./store.ts";

/** What an administrator sees of one picture within this time is one look at it. */
const VIEW_WINDOW_MS = 60_000;

/**
 * The JPEG of one side of a document, for its owner and for administrators, whose every look is written down before it is given.
 * @throws AppError NOT_FOUND not there, or not theirs to see
 */
export async function readImage(
  deps: Pick<VerificationDeps, "sql" | "documents">,
  input: { viewer: Pick<SessionUser, "id" | "isAdmin">; verificationId: string; side: string; address: string | null },
): Promise<Buffer> {
  const { viewer, verificationId, side } = input;
  const row = await findVerification(deps.sql, verificationId);
  if (row === null || (row.userId !== viewer.id && !viewer.isAdmin)) throw imageNotFound();
  const documentId = side === "front" ? row.frontDocument : side === "back" ? row.backDocument : null;
  const image = documentId === null ? undefined : await deps.documents.read(documentId);
  if (image === undefined) throw imageNotFound();
  if (row.userId !== viewer.id) {
    const look = {
      actorId: viewer.id,
      action: "verification.view",
      subjectType: "verification",
      subjectId: row.id,
      after: { side },
      address: input.address,
    };
    await insertAuditEventUnlessRecent(deps.sql, look, VIEW_WINDOW_MS);
  }
  return image;
}

function imageNotFound(): AppError {
  return new AppError("NOT_FOUND", "Image not found.");
}
