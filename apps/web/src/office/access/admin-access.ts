import { roleAllows, type AdminRight, type AdminRole, type CurrentUser } from "@wazi/contracts";
import { createContext, use } from "react";
import * as texts from "../../messages/admin-access.ts";

/** The signed-in administrator, provided by the admin area. */
export const AdminContext = createContext<CurrentUser | null>(null);

/** True if money is paper, as in demo mode; provided by the admin area. */
export const PaperMoneyContext = createContext(false);
export const usePaperMoney = (): boolean => use(PaperMoneyContext);

/** The signed-in administrator. Throws outside the back office. */
export function useAdmin(): CurrentUser {
  const admin = use(AdminContext);
  if (admin === null) throw new Error("There is an administrator in the back office only");
  return admin;
}

/** Read only, if the server sends no role. */
export function useAdminRole(): AdminRole {
  return useAdmin().adminRole ?? "read-only";
}

/**
 * True if the signed-in administrator has this right. The server decides; this only avoids buttons that always fail.
 */
export function useHasRight(right: AdminRight | undefined): boolean {
  return roleAllows(useAdminRole(), right);
}

/** False for support, who see people and their requests alone. */
export const useReadsEverything = (): boolean => useHasRight(undefined);

/** Why the signed-in administrator lacks this right, such as "Requires money access"; undefined if they have it. */
export function useMissingRightText(right: AdminRight | undefined): string | undefined {
  const mayDo = useHasRight(right);
  return mayDo ? undefined : right === undefined ? texts.missingRightReading : missingRightTexts[right];
}

/** Why a button is disabled, for its title and description. */
export const missingRightTexts: Readonly<Record<AdminRight, string>> = {
  money: texts.missingRightMoney,
  manage: texts.missingRightManage,
  freeze: texts.missingRightFreeze,
  people: texts.missingRightReading,
};

export const roleLabels: Readonly<Record<AdminRole, string>> = {
  support: texts.support,
  "read-only": texts.readOnly,
  money: texts.money,
  full: texts.fullAccess,
};

/** The rights of each role. */
export const roleDescriptions: Readonly<Record<AdminRole, string>> = {
  support: texts.roleDescriptionSupport,
  "read-only": texts.roleDescriptionReadOnly,
  money: texts.roleDescriptionMoney,
  full: texts.roleDescriptionFull,
};
