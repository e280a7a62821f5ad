import { bank, type OpenedBank } from "../bank/module.ts";
import { deposits, type OpenedDeposits } from "../deposits/module.ts";
import type { WatchDeps } from "../deposits/chains/watch-deposits.ts";
import type { AddressSource } from "../deposits/requests/address-source.ts";
import type { Door } from "../ledger/door/post.ts";
import type { ExportGate } from "../platform/csv/export-gate.ts";
import type { Sql } from "../platform/db/pool.ts";
import type { HintChannel } from "../platform/hints/hint-channel.ts";
import { maxPriceAgeMs } from "../trader/feeds/feed-plan.ts";
import { withdrawals, type OpenedWithdrawals } from "../withdrawals/module.ts";
import type { PayoutRail } from "../withdrawals/payouts/payout-rail.ts";
import type { Settings } from "./settings/settings.ts";

export interface Modules {
  deposits: OpenedDeposits;
  withdrawals: OpenedWithdrawals;
  bank: OpenedBank;
}

interface Parts {
  settings: Settings;
  sql: Sql;
  door: Door;
  now: () => Date;
  exports: ExportGate;
  hints: HintChannel;
  addresses: AddressSource;
  log: WatchDeps["log"];
  /** Rails in place of those of the settings, in tests. */
  rails?: readonly PayoutRail[] | undefined;
}

/** Opens the modules in the order of the nouns, each with those before it that it needs. Sends no request. */
export async function openModules(parts: Parts): Promise<Modules> {
  const platform = { ...parts, maxPriceAgeMs: maxPriceAgeMs(parts.settings.marketFeed) };
  const opened = { deposits: deposits.open(platform), withdrawals: await withdrawals.open(platform) };
  return { ...opened, bank: bank.open(platform, opened) };
}
