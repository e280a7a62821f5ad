import { roleAllows, type AdminRight, type AdminRole, type CurrentUser } from "@wazi/contracts";
import { createContext, use } from "react";

/** Who is signed in to the back office; given by its area, so that no screen has to ask again. */
export const AdminContext = createContext<CurrentUser | null>(null);

/** The administrator who is signed in. Throws outside the back office. */
export function useAdmin(): CurrentUser {
  const admin = use(AdminContext);
  if (admin === null) throw new Error("There is an administrator in the back office only");
  return admin;
}

/** The least role, where the server names none. */
export function useAdminRole(): AdminRole {
  return useAdmin().adminRole ?? "read-only";
}

/** Whether the one who is signed in may do what needs this right. The server decides; this spares a button that always fails. */
export function useHasRight(right: AdminRight | undefined): boolean {
  return roleAllows(useAdminRole(), right);
}

/** Why the one who is signed in may not do what needs this right, such as "Requires money access"; undefined where they may. */
export function useMissingRightText(right: AdminRight | undefined): string | undefined {
  const mayDo = useHasRight(right);
  return mayDo || right === undefined ? undefined : missingRightTexts[right];
}

/** Why a button can't be pressed, for its title and its description. */
export const missingRightTexts: Readonly<Record<AdminRight, string>> = {
  money: "Requires money access",
  manage: "Requires full access",
};

export const roleLabels: Readonly<Record<AdminRole, string>> = {
  "read-only": "Read only",
  money: "Money",
  full: "Full access",
};

/** What an administrator of each role may do, as it stands beside the choice. */
export const roleDescriptions: Readonly<Record<AdminRole, string>> = {
  "read-only": "Can view everything but change nothing.",
  money: "Can also approve deposits, pay withdrawals and adjust accounts.",
  full: "Can do everything, including managing users, documents, bots, settings and administrators.",
};
