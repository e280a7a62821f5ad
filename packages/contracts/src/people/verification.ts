import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { person } from "../person.ts";
import { defineCall } from "../call.ts";
import { documentTypes, kycStatuses, MAX_IMAGE_BYTES } from "../lists.ts";
import { messages } from "../messages.ts";
import { choiceFilter, listAnswer, listQuery, searchFilter, userFilter } from "../paging.ts";

export const verification = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  documentType: z.enum(documentTypes),
  documentNumber: z.nullable(z.string()),
  /** Paths of the images, which only their owner and administrators can read. */
  frontImageUrl: z.string(),
  backImageUrl: z.nullable(z.string()),
  status: z.enum(kycStatuses),
  rejectionReason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  reviewedAt: z.nullable(z.iso.datetime()),
});
export type Verification = z.infer<typeof verification>;

export const adminVerification = z.extend(verification, { user: person, reviewedBy: z.nullable(person) });
export type AdminVerification = z.infer<typeof adminVerification>;

const id = z.object({ id: z.string() });
const DOCUMENT_NUMBER_MESSAGE = "The document number must be one line of at most 64 characters";
const image = (message: string) => z.string(message).check(z.minLength(1, message));

/** The latest verification, or null if none was submitted. */
export const getVerification = defineCall({
  method: "GET",
  path: "/api/verification",
  summary: "Get the signed-in user's latest verification, or null",
  permission: "signed-in",
  answers: { 200: z.nullable(verification) },
});

/** Two images in base64, plus 64 KiB for the rest of the form. */
const MAX_BODY_BYTES = 2 * Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 65_536;

/** Images are data URLs: JPEG, PNG or WebP, base64, at most `MAX_IMAGE_BYTES` each. */
export const submitVerification = defineCall({
  method: "POST",
  path: "/api/verification/submit",
  summary: "Submit identity documents",
  permission: "investor",
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.strictObject({
    documentType: z.enum(documentTypes, messages.documentsMissing),
    documentNumber: z.optional(
      z.nullable(
        z
          .string(DOCUMENT_NUMBER_MESSAGE)
          .check(z.trim(), z.maxLength(64, DOCUMENT_NUMBER_MESSAGE), z.regex(/^\P{Cc}*$/u, DOCUMENT_NUMBER_MESSAGE)),
      ),
    ),
    frontImageUrl: image(messages.documentsMissing),
    backImageUrl: z.optional(z.nullable(z.string(messages.imageUnreadable))),
  }),
  answers: { 201: verification },
  errors: ["CONFLICT"],
});

/** `side` is front or back. An administrator gives a reason, which the owner reads beside the time. `look` is ignored. */
export const getVerificationImage = defineCall({
  method: "GET",
  path: "/api/verification/:id/images/:side",
  summary: "Get the front or back image of an identity document",
  permission: "signed-in",
  params: z.object({ id: z.string(), side: z.string() }),
  query: z.strictObject({
    reason: z.optional(z.string().check(z.trim(), z.maxLength(200, "reason must be at most 200 characters"))),
    look: z.optional(z.string().check(z.maxLength(32))),
  }),
  mediaType: "image/jpeg",
  answers: { 200: null },
});

export const verificationSorts = ["waiting", "createdAt", "-createdAt", "user", "-user"] as const;

const verificationFilters = {
  status: choiceFilter("status", kycStatuses),
  user: userFilter,
  /** Matches the owner's name and e-mail address and the document number. */
  search: searchFilter(),
};

export const exportVerifications = defineCall({
  method: "GET",
  path: "/api/admin/verifications.csv",
  summary: "Export the verifications as CSV, without images",
  permission: "admin",
  query: z.strictObject({ ...verificationFilters, sort: choiceFilter("sort", verificationSorts) }),
  mediaType: "text/csv",
  answers: { 200: null },
  errors: ["RATE_LIMITED"],
});

export const listAllVerifications = defineCall({
  method: "GET",
  path: "/api/admin/verifications",
  summary: "List all submitted identity documents",
  permission: "admin",
  right: "people",
  query: listQuery({ ...verificationFilters, sort: choiceFilter("sort", verificationSorts) }),
  answers: { 200: listAnswer(adminVerification) },
});

export const reviewVerification = defineCall({
  method: "POST",
  path: "/api/admin/verifications/:id/review",
  summary: "Approve or reject identity documents",
  permission: "admin",
  ...acts.reviewVerification,
  params: id,
  body: z
    .strictObject({
      status: z.enum(["approved", "rejected"]),
      rejectionReason: z.optional(
        z.nullable(z.string(messages.rejectionReasonMissing).check(z.trim(), z.maxLength(500))),
      ),
    })
    .check(
      z.refine(({ status, rejectionReason }) => status === "approved" || Boolean(rejectionReason), {
        error: messages.rejectionReasonMissing,
        path: ["rejectionReason"],
      }),
    ),
  answers: { 200: adminVerification },
  errors: ["CONFLICT"],
});
