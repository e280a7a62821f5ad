import { readChoice, useAddressChoice } from "../../../lib/address-search.ts";
import * as texts from "../../../messages/admin-user-page.ts";

/** The lists of a user's page, as named in the address. The first is the default. */
export const userSections = ["movements", "deposits", "withdrawals", "verifications", "audit", "sessions"] as const;
export type UserSection = (typeof userSections)[number];

export const sectionLabels: Readonly<Record<UserSection, string>> = {
  movements: texts.movements,
  deposits: texts.deposits,
  withdrawals: texts.withdrawals,
  verifications: texts.verifications,
  audit: texts.audit,
  sessions: texts.sessions,
};

/** The list that an address names, or the default. */
export function readSection(search: string): UserSection {
  return readChoice(search, "section", userSections);
}

/** The query string of a section. It drops the page and filters of another list. */
export function toSectionSearch(section: UserSection): string {
  return `?section=${section}`;
}

/** The selected list. Choosing another one adds a history entry. */
export function useUserSection(): [UserSection, (section: UserSection) => void] {
  return useAddressChoice("section", userSections);
}
