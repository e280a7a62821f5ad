import type { InvestorAccountKind, Rail } from "@wazi/domain";

const investorAccountLabels: Readonly<Record<InvestorAccountKind, string>> = {
  deposit_funds: "Deposit funds",
  profit_funds: "Profit funds",
  withdrawal_hold: "Held for a withdrawal",
  running_profit: "Granted running profit",
};

const platformAccountLabels: Readonly<Record<string, string>> = {
  market: "Market: gains and losses of trading",
  "platform:profit_share": "Platform: profit share",
  "platform:adjustments": "Platform: adjustments",
  "platform:fees": "Platform: network fees",
  "platform:losses": "Platform: losses beyond a pool",
  "platform:rounding": "Platform: rounding",
};

const rails: Readonly<Record<Rail, string>> = { crypto: "crypto", bank: "bank", mpesa: "M-Pesa" };

/**
 * A code of docs/chart-of-accounts.md in words for administrators who look at one user: "Deposit funds of the user". An
 * account of somebody else's is called that, and not by whom.
 * @throws Error for a code that the chart does not have
 */
export function formatLedgerAccount(
  code: string,
  { userId, botNameOf }: { userId: string; botNameOf: (botId: string) => string },
): string {
  const named = platformAccountLabels[code];
  if (named !== undefined) return named;
  const [owner = "", id = "", kind = ""] = code.split(":");
  if (owner === "pool") return `Pool of ${botNameOf(id)}`;
  if (owner === "external" && id in rails) return `Outside: ${rails[id as Rail]}`;
  if (owner === "user" && kind in investorAccountLabels) {
    return `${investorAccountLabels[kind as InvestorAccountKind]} of ${id === userId ? "the user" : "somebody else"}`;
  }
  throw new Error(`There is no account ${code} in the chart of accounts`);
}
