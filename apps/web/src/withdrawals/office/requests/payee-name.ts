import type { AdminWithdrawal } from "@wazi/contracts";

/** "Wanjikũ O'Neil-Otieno" becomes ["wanjiku", "oneil", "otieno"]: case, accents and punctuation do not count. */
function splitName(name: string): string[] {
  return name
    .normalize("NFD")
    .replace(/\p{M}|['’]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== "");
}

/** An initial stands for a name. */
const isSamePart = (one: string, other: string): boolean =>
  one === other || (one.length === 1 && other.startsWith(one)) || (other.length === 1 && one.startsWith(other));

/** True if all parts of the shorter name are in the longer one, in any order, and one of them is more than an initial. */
function isSameName(one: string, other: string): boolean {
  const [short, long] = [splitName(one), splitName(other)].sort((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length === 0) return false;
  const isWhole = short.some((part) => part.length > 1 && long.includes(part));
  return isWhole && short.every((part) => long.some((each) => isSamePart(part, each)));
}

type Named = Pick<AdminWithdrawal, "accountName" | "payout" | "user">;

/** The payee's name, as typed by the investor or as a payment provider gives it, if it is not that of the account; else null. */
export function findOtherPayee({ accountName, payout, user }: Named): string | null {
  const owner = `${user.firstName} ${user.lastName}`;
  const names = [accountName, payout?.recipientName].filter((name) => name !== null && name !== undefined);
  return names.find((name) => !isSameName(name, owner)) ?? null;
}
