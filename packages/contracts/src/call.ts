import type * as z from "zod/mini";
import type { AdminRight } from "./people/admin-roles.ts";
import type { ErrorCode } from "./error-codes.ts";

/** The callers that may make a call: anyone, a signed-in user, a signed-in user who is not restricted, or an administrator. */
export type Permission = "public" | "signed-in" | "investor" | "admin";

export interface Call {
  method: "GET" | "POST" | "DELETE";
  /** Parameters are written `:name`, as in /api/admin/deposits/:id/approve. */
  path: string;
  /** One line for the API's description. */
  summary: string;
  permission: Permission;
  /** For administrator calls that do more than read. */
  right?: AdminRight;
  /**
   * The caller must have proved who they are for exactly this act, in the last minutes: in live mode, and if the account has
   * a second factor; or always. Otherwise 403 STEP_UP_REQUIRED.
   */
  stepUp?: "with-factor" | "always";
  /** Other refusals come first, so that nobody proves in vain. The handler asks. */
  asksLast?: true;
  /** Also for administrators who must set up a second factor first. */
  openWithoutFactor?: true;
  /** True for every call that moves money: it takes an optional Idempotency-Key header. */
  movesMoney?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The longest body, where it is not a megabyte. */
  maxBodyBytes?: number;
  /** True if a missing body is treated as an empty object. */
  optionalBody?: true;
  /** For answers that are not JSON; their schema is null. */
  mediaType?: string;
  /** Maps each success status to the schema of its body; null for no body (204). */
  answers: Readonly<Record<number, z.ZodMiniType | null>>;
  /**
   * The error codes that do not follow from the other parts, as UNAUTHENTICATED follows from the permission. In tests, an answer with any other code
   * is a 500 (apps/server/src/platform/http/list-errors.ts).
   */
  errors?: readonly ErrorCode[];
}

/** Keeps the literal types of a call's schemas. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type Answered<C extends Call> = C["answers"][keyof C["answers"]];
export type BodyOf<C extends Call> = C["body"] extends z.ZodMiniType ? z.output<C["body"]> : undefined;
export type BodyInputOf<C extends Call> = C["body"] extends z.ZodMiniType ? z.input<C["body"]> : undefined;
export type ParamsOf<C extends Call> = C["params"] extends z.ZodMiniType ? z.output<C["params"]> : undefined;
export type QueryOf<C extends Call> = C["query"] extends z.ZodMiniType ? z.output<C["query"]> : undefined;
export type AnswerOf<C extends Call> = Answered<C> extends z.ZodMiniType ? z.output<Answered<C>> : undefined;
