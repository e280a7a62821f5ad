import { readChoice, useAddressChoice } from "../../../lib/address-search.ts";

/** The lists of a user's page, as they stand in the address; the first where it names none. */
export const userSections = ["movements", "deposits", "withdrawals", "verifications", "audit", "sessions"] as const;
export type UserSection = (typeof userSections)[number];

export const sectionLabels: Readonly<Record<UserSection, string>> = {
  movements: "Movements",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  verifications: "Verifications",
  audit: "Audit",
  sessions: "Sessions",
};

/** What an address names; a link that was mistyped shows the first. */
export function readSection(search: string): UserSection {
  return readChoice(search, "section", userSections);
}

/** What is written behind the question mark: the place in another list has no meaning in this one. */
export function toSectionSearch(section: UserSection): string {
  return `?section=${section}`;
}

/** Which list is shown. Choosing another is a step that "back" undoes. */
export function useUserSection(): [UserSection, (section: UserSection) => void] {
  return useAddressChoice("section", userSections);
}
