import {
  exportVerifications,
  getVerification,
  getVerificationImage,
  listAllVerifications,
  reviewVerification as reviewCall,
  submitVerification as submitCall,
  type BodyOf,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/base/app-error.ts";
import { exportTable, toPerson, toAuditActor } from "../../record/api.ts";
import { answerTable } from "../../platform/paging/answer-table.ts";
import { answerWithFile } from "../../platform/http/answer-file.ts";
import { sameOriginOnly } from "../../platform/http/same-origin.ts";
import { Answer } from "../../platform/http/answer.ts";
import { parsePart } from "../../platform/http/parse-part.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import { verificationColumns, verificationTable } from "./admin-table.ts";
import { readImage } from "./read-image.ts";
import { reviewVerification } from "./review-verification.ts";
import { latestVerification, toVerification } from "./store.ts";
import { refuseFurtherSubmission, submitVerification, type VerificationDeps } from "./submit-verification.ts";
import { createUploadGate, type UploadGate, type UploadSlot } from "./upload-gate.ts";
import * as texts from "../../messages/people.ts";

export function addVerificationRoutes(app: FastifyInstance, deps: VerificationDeps): void {
  const { sql } = deps;
  registerRead(app, getVerification, latestVerification, (row) => row && toVerification(row));
  registerCall(app, getVerificationImage, async ({ user, params, query, request, reply }) => {
    const { id: verificationId, side } = params;
    const reason = query.reason ?? "";
    const image = await readImage(deps, { viewer: user, verificationId, side, reason, address: request.ip });
    void reply.header("content-disposition", `inline; filename="document-${side}.jpg"`);
    return Answer.ofBytes(200, image);
  });
  registerCall(app, listAllVerifications, ({ query }) => answerTable(verificationTable(sql, query), query));
  registerCall(
    app,
    exportVerifications,
    async ({ user, query, request, reply }) => {
      const input = { admin: toAuditActor({ user, request }), query, columns: verificationColumns };
      return answerWithFile(reply, deps.exports.enter(user.id), (read) =>
        exportTable(deps, verificationTable(sql, query), { ...input, read }),
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
type UploadSlots = WeakMap<FastifyRequest, UploadSlot>;

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
      beforeBody: async ({ user, request, reply }) => {
        refuseLargeBody(request);
        await refuseFurtherSubmission(deps, user.id);
        enterGate({ gate, slots, request, reply }, user.id);
      },
      receiving: (request) => slots.get(request),
    },
  );
}

/** @throws AppError PAYLOAD_TOO_LARGE before any of the body is received */
function refuseLargeBody(request: FastifyRequest): void {
  if (Number(request.headers["content-length"] ?? 0) > submitCall.maxBodyBytes) {
    throw new AppError("PAYLOAD_TOO_LARGE", texts.imagesTooLarge);
  }
}

/** Takes an upload slot. It is released when the request ends before its handler runs (broken off, too large, wrong type). */
function enterGate(
  {
    gate,
    slots,
    request,
    reply,
  }: { gate: UploadGate; slots: UploadSlots; request: FastifyRequest; reply: FastifyReply },
  userId: string,
): void {
  const slot = gate.enter(userId);
  slots.set(request, slot);
  // The rest of a slow body is not awaited: the connection ends with the answer.
  slot.tooSlow.catch(() => (reply.raw.shouldKeepAlive = false));
  const release = (): void => {
    if (slots.delete(request)) slot.release();
  };
  reply.raw.once("finish", release);
  reply.raw.once("close", release);
  if (reply.raw.destroyed) release();
}
