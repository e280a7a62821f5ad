import type { AdminRole, CurrentUser } from "@wazi/contracts";

/** The user of a request: the current user of the API without the account figures. */
export interface SessionUser extends Omit<
  CurrentUser,
  "account" | "adminRole" | "secondFactor" | "deactivationReason" | "isEmailUnverified" | "mustAcceptTerms"
> {
  /** Null for users who are not administrators. */
  adminRole: AdminRole | null;
  hasSecondFactor: boolean;
  createdAt: Date;
  /** Null unless deactivated with a reason. */
  deactivationReason: string | null;
  isEmailVerified: boolean;
  /** The version that was accepted last. */
  termsVersion: string | null;
}

export interface SessionRow extends SessionUser {
  lastSeenAt: Date;
}
