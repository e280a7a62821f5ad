import { roleAllows } from "@wazi/contracts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEventUnlessRecent } from "../../record/api.ts";
import type { VerificationDeps } from "./submit-verification.ts";
import { findVerification } from "./store.ts";
import * as texts from "../../messages/people.ts";

/** Repeated views of one image by an administrator within this time are one audit event. */
const VIEW_WINDOW_MS = 60_000;

/**
 * Reads the JPEG of one side of a document for its owner or an administrator. A view by an administrator is recorded in
 * the audit log first.
 * @throws AppError NOT_FOUND missing, or the viewer has no access · VALIDATION an administrator gives no reason
 */
export async function readImage(
  deps: Pick<VerificationDeps, "sql" | "documents">,
  input: {
    viewer: Pick<SessionUser, "id" | "adminRole">;
    verificationId: string;
    side: string;
    reason: string;
    address: string | null;
  },
): Promise<Buffer> {
  const { viewer, verificationId, side } = input;
  const row = await findVerification(deps.sql, verificationId);
  if (row === null || (row.userId !== viewer.id && !seesImages(viewer))) throw imageNotFound();
  if (row.userId !== viewer.id && input.reason === "") {
    throw new AppError("VALIDATION", texts.imageReasonMissing, { fields: { reason: texts.imageReasonMissing } });
  }
  const documentId = side === "front" ? row.frontDocument : side === "back" ? row.backDocument : null;
  const image = documentId === null ? undefined : await deps.documents.read(documentId);
  if (image === undefined) throw imageNotFound();
  if (row.userId !== viewer.id) {
    const view = {
      actorId: viewer.id,
      action: "verification.view",
      subjectType: "verification",
      subjectId: row.id,
      after: { side, reason: input.reason },
      address: input.address,
    };
    await insertAuditEventUnlessRecent(deps.sql, view, VIEW_WINDOW_MS);
  }
  return image;
}

/** The role `support` sees no images. */
const seesImages = ({ adminRole }: Pick<SessionUser, "adminRole">): boolean =>
  adminRole !== null && roleAllows(adminRole, undefined);

function imageNotFound(): AppError {
  return new AppError("NOT_FOUND", texts.imageNotFound);
}
