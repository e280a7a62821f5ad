import { withdrawalKinds, type WithdrawalType } from "@wazi/contracts";
import type { InvestorAccountKind } from "@wazi/domain";

const investorAccountLabels: Readonly<Record<InvestorAccountKind, string>> = {
  deposit_funds: "Deposit funds",
  profit_funds: "Profit funds",
  withdrawal_hold: "Withdrawal hold",
  running_profit: "Granted running profit",
};

const platformAccountLabels: Readonly<Record<string, string>> = {
  market: "Market: trading gains and losses",
  "platform:profit_share": "Platform: profit share",
  "platform:adjustments": "Platform: adjustments",
  "platform:fees": "Platform: network fees",
  "platform:losses": "Platform: losses beyond a pool",
  "platform:rounding": "Platform: rounding",
  "external:treasury": "External: interest",
};

/**
 * Returns the label of an account code (docs/reference/chart-of-accounts.md) for administrators who look at one user, such as
 * "Deposit funds of the user". The label of another user's account does not name that user.
 * @throws Error for a code that is not in the chart of accounts
 */
export function formatLedgerAccount(
  code: string,
  { userId, botNameOf }: { userId: string; botNameOf: (botId: string) => string },
): string {
  const named = platformAccountLabels[code];
  if (named !== undefined) return named;
  const [owner = "", id = "", kind = ""] = code.split(":");
  if (owner === "pool") return `Pool of ${botNameOf(id)}`;
  if (owner === "external" && id in withdrawalKinds) {
    return `External: ${withdrawalKinds[id as WithdrawalType].label}`;
  }
  if (owner === "user" && kind in investorAccountLabels) {
    return `${investorAccountLabels[kind as InvestorAccountKind]} of ${id === userId ? "the user" : "another user"}`;
  }
  throw new Error(`There is no account ${code} in the chart of accounts`);
}
