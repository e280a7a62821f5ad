import { expect, it } from "vitest";
import { formatLedgerAccount } from "./format-ledger-account.ts";

const names = { userId: "amina", botNameOf: (botId: string) => `the bot ${botId}` };

it.each([
  ["user:amina:deposit_funds", "Deposit funds of the user"],
  ["user:amina:profit_funds", "Profit funds of the user"],
  ["user:brian:withdrawal_hold", "Withdrawal hold of another user"],
  ["user:brian:running_profit", "Granted running profit of another user"],
  ["pool:alpha", "Pool of the bot alpha"],
  ["external:crypto", "External: crypto"],
  ["external:bank", "External: bank"],
  ["external:mpesa", "External: M-Pesa"],
  ["market", "Market: trading gains and losses"],
  ["platform:profit_share", "Platform: profit share"],
  ["platform:adjustments", "Platform: adjustments"],
  ["platform:fees", "Platform: network fees"],
  ["platform:losses", "Platform: losses beyond a pool"],
  ["platform:rounding", "Platform: rounding"],
])("labels %s as %s", (code, label) => {
  expect(formatLedgerAccount(code, names)).toBe(label);
});

it.each([
  "",
  "user",
  "user:amina:secret",
  "external:cash",
  "other:crypto",
  "other:amina:deposit_funds",
  "platform:gold",
])("refuses %j, which is not in the chart of accounts", (code) => {
  const message = `There is no account ${code} in the chart of accounts`;
  expect(() => formatLedgerAccount(code, names)).toThrow(new Error(message));
});
