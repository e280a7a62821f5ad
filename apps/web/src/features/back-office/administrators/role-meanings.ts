import type { AdminRole } from "@wazi/contracts";

/** What an administrator of each role may do, as it stands beside the choice. */
export const roleMeanings: Readonly<Record<AdminRole, string>> = {
  "read-only": "Sees everything and changes nothing.",
  money: "Also settles what moves money: deposits, withdrawals, adjustments of accounts.",
  full: "May do everything: also users, documents, bots, settings and administrators.",
};
