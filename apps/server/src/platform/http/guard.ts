import { type AdminRight, type AdminRole, adminRoles, type Call, roleAllows } from "@wazi/contracts";
import type { SessionRow } from "./session-user.ts";
import type { UserRead } from "./user-read.ts";
import { AppError } from "../base/app-error.ts";
import * as texts from "../../messages/platform.ts";

/** One call as it is sent: a proof counts for exactly this. */
export interface Act {
  method: string;
  /** With the query. */
  path: string;
  /** Before it is parsed; undefined counts as an empty object. */
  body?: unknown;
}

/** Finds out who makes a call, and refuses what they may not do. */
export interface Guard {
  now: () => Date;
  /**
   * Finds the session of a token, and reads something about its user in the same statement. Undefined when the session is
   * not active.
   */
  authenticate<T>(
    token: string | undefined,
    read: UserRead<T> | null,
    argument: string | null,
  ): Promise<{ session: SessionRow; read: T } | undefined>;
  /** True if the call needs a proof of who this user is. */
  needsProof(user: SessionRow, call: Pick<Call, "stepUp">): boolean;
  /**
   * Uses up the proof that a session has for an act.
   * @returns a function that gives it back; undefined without a proof of the last minutes
   */
  takeProof(token: string | undefined, act: Act): Promise<(() => Promise<void>) | undefined>;
  /** Records a call without permission in the audit log. @param call its name */
  recordDenied(user: SessionRow, call: Pick<Call, "right">, name: string, address: string): Promise<void>;
  /** @throws AppError RATE_LIMITED when a user makes too many calls that move money */
  countMoneyCall(user: SessionRow): Promise<void>;
  /** All that calls read about their users; complete before the first call. */
  reads: UserRead<unknown>[];
  /** Writes what is left to write. */
  close(): Promise<void>;
}

/**
 * Returns the error for a user without this administrator right; undefined when the user has it.
 * @param role the administrator's role; null for other users
 */
export function findRoleRefusal(role: AdminRole | null, right: AdminRight | undefined): AppError | undefined {
  if (role === null) return new AppError("FORBIDDEN", texts.administratorNeeded);
  if (roleAllows(role, right)) return undefined;
  const allowing: string[] = adminRoles.filter((each) => roleAllows(each, right));
  const allowed = allowing.reduce((one, other) => texts.roleAlternatives({ one, other }));
  return new AppError("FORBIDDEN", texts.roleNeeded({ allowed, role }));
}
