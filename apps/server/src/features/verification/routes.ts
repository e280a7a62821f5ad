import {
  exportVerifications,
  getVerification,
  getVerificationImage,
  listAllVerifications,
  MAX_IMAGE_BYTES,
  reviewVerification as reviewCall,
  submitVerification as submitCall,
  type BodyOf,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/app-error.ts";
import { exportTable } from "../../core/csv/export-table.ts";
import { toPerson } from "../../core/identity/person-store.ts";
import { answerTable } from "../../core/paging/answer-table.ts";
import { toAuditActor } from "../../http/audit-actor.ts";
import { answerWithFile } from "../../http/answer-file.ts";
import { sameOriginOnly } from "../../http/same-origin-only.ts";
import { Answer } from "../../http/answer.ts";
import { parsePart } from "../../http/parse-part.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerRead } from "../../http/register-read.ts";
import { verificationColumns, verificationTable } from "./admin-table.ts";
import { readImage } from "./read-image.ts";
import { reviewVerification } from "./review-verification.ts";
import { latestVerification, toVerification } from "./store.ts";
import { refuseFurtherSubmission, submitVerification } from "./submit-verification.ts";
import { createUploadGate, type UploadGate } from "./upload-gate.ts";
import type { VerificationDeps } from "./verification-deps.ts";

/** Two images in base64 plus 64 KiB for the rest of the form. */
const MAX_BODY_BYTES = 2 * Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 65_536;

export function addVerificationRoutes(app: FastifyInstance, deps: VerificationDeps): void {
  const { sql } = deps;
  registerRead(app, getVerification, latestVerification, (row) => row && toVerification(row));
  registerCall(app, getVerificationImage, async ({ user, params, request, reply }) => {
    const { id: verificationId, side } = params;
    const image = await readImage(deps, { viewer: user, verificationId, side, address: request.ip });
    void reply.header("content-disposition", `inline; filename="document-${side}.jpg"`);
    return Answer.ofBytes(200, image);
  });
  registerCall(app, listAllVerifications, ({ query }) => answerTable(verificationTable(sql, query), query));
  registerCall(
    app,
    exportVerifications,
    async ({ user, query, request, reply }) => {
      const input = { admin: toAuditActor({ user, request }), query, columns: verificationColumns };
      return answerWithFile(reply, deps.exports.enter(user.id), () =>
        exportTable(deps, verificationTable(sql, query), input),
      );
    },
    sameOriginOnly(app),
  );
  registerCall(app, reviewCall, ({ user, params, body, request }) =>
    reviewVerification(deps, {
      admin: { ...toAuditActor({ user, request }), person: toPerson(user) },
      verificationId: params.id,
      review: body,
    }),
  );
  addSubmitRoute(app, deps);
}

/** Slots of requests whose body is still arriving; the handler takes over its own. */
type UploadSlots = WeakMap<FastifyRequest, { release: () => void }>;

function addSubmitRoute(app: FastifyInstance, deps: VerificationDeps): void {
  const gate = createUploadGate();
  const slots: UploadSlots = new WeakMap();
  registerCall(
    app,
    submitCall,
    async ({ user, body, request }) => {
      const slot = slots.get(request);
      slots.delete(request);
      try {
        const prepared = body === undefined ? { form: undefined, images: {} } : await deps.submissions.prepare(body);
        if ("refused" in prepared) {
          const { refused, field } = prepared;
          throw new AppError("VALIDATION", refused, field === undefined ? {} : { fields: { [field]: refused } });
        }
        const form = parsePart(submitCall.body, prepared.form, "body") as BodyOf<typeof submitCall>;
        return await submitVerification(deps, { userId: user.id, form, images: prepared.images, address: request.ip });
      } finally {
        slot?.release();
      }
    },
    {
      bytesBody: true,
      bodyLimit: MAX_BODY_BYTES,
      beforeBody: async ({ user, request, reply }) => {
        const contentLength = readContentLength(request);
        await refuseFurtherSubmission(deps, user.id);
        await reserveSlot({ gate, slots, request, reply }, user.id, contentLength);
      },
    },
  );
}

/** @throws AppError PAYLOAD_TOO_LARGE before any of the body is received */
function readContentLength(request: FastifyRequest): number | undefined {
  const header = request.headers["content-length"];
  const contentLength = header === undefined ? undefined : Number(header);
  if (contentLength !== undefined && contentLength > MAX_BODY_BYTES) {
    throw new AppError("PAYLOAD_TOO_LARGE", "The images are too large. Each may be up to 10 MB.");
  }
  return contentLength;
}

/** Reserves an upload slot. It is released when the request ends before its handler runs (broken off, too large, wrong type). */
async function reserveSlot(
  {
    gate,
    slots,
    request,
    reply,
  }: { gate: UploadGate; slots: UploadSlots; request: FastifyRequest; reply: FastifyReply },
  userId: string,
  contentLength: number | undefined,
): Promise<void> {
  const slot = await gate.enter(userId, contentLength);
  slots.set(request, slot);
  const release = (): void => {
    if (slots.delete(request)) slot.release();
  };
  reply.raw.once("finish", release);
  reply.raw.once("close", release);
  if (reply.raw.destroyed) release();
}
