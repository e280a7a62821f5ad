import type { Call } from "@wazi/contracts";
import { AppError } from "../base/app-error.ts";
import * as texts from "../../messages/platform.ts";

type Schema = NonNullable<Call["body"]>;
type Issue = NonNullable<ReturnType<Schema["safeParse"]>["error"]>["issues"][number];

type RequestPart = "body" | "params" | "query";

const MAX_DEPTH = 8;
/** Bounds the size of the answer to a body with thousands of unknown fields. */
const MAX_REPORTED_FIELDS = 20;
const MAX_NAME_LENGTH = 60;
/** The schema library's text for an issue without its own message. */
const GENERIC_MESSAGE = texts.inputInvalid;

/**
 * Parses a part of a request with its schema. Throws VALIDATION with the first message in schema order and the first
 * message of each field. Returns undefined without a schema.
 */
export function parsePart(schema: Schema | undefined, value: unknown, part: RequestPart): unknown {
  if (schema === undefined) return undefined;
  refuseMalformed(value, part);
  const parsed = schema.safeParse(part === "query" ? { ...(value as object) } : value);
  if (parsed.success) return parsed.data;
  const found = parsed.error.issues.flatMap(describeIssue).slice(0, MAX_REPORTED_FIELDS);
  const fields = new Map<string, string>();
  for (const { field, message } of found) if (field !== "" && !fields.has(field)) fields.set(field, message);
  const message = found[0]?.message ?? GENERIC_MESSAGE;
  throw new AppError("VALIDATION", message, fields.size === 0 ? {} : { fields: Object.fromEntries(fields) });
}

function describeIssue(issue: Issue): { field: string; message: string }[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const name = key.slice(0, MAX_NAME_LENGTH);
      return { field: name, message: `${name} is not a known field` };
    });
  }
  const field = String(issue.path[0] ?? "");
  if (issue.message !== GENERIC_MESSAGE) return [{ field, message: issue.message }];
  if (issue.code === "invalid_value") {
    return [{ field, message: `${field} must be one of: ${issue.values.map(String).join(", ")}` }];
  }
  return [{ field, message: field === "" ? GENERIC_MESSAGE : `${field} is not valid` }];
}

/**
 * Throws VALIDATION for a body that is not an object, for deep nesting, and for text that PostgreSQL cannot store: the
 * NUL character and lone UTF-16 surrogates.
 */
export function refuseMalformed(value: unknown, part: RequestPart): void {
  if (part === "body" && (typeof value !== "object" || value === null || Array.isArray(value))) {
    throw new AppError("VALIDATION", texts.bodyNotObject);
  }
  refuseUnstorable(value, 0);
}

/** With the u flag only an unpaired surrogate matches. */
const loneSurrogate = /\p{Surrogate}/u;

function refuseUnstorable(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new AppError("VALIDATION", texts.bodyTooDeep);
  if (typeof value === "string") {
    if (value.includes("\0")) throw new AppError("VALIDATION", texts.textWithNul);
    if (loneSurrogate.test(value)) throw new AppError("VALIDATION", texts.textNotUnicode);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorable(key, depth);
      refuseUnstorable(inner, depth + 1);
    }
  }
}
