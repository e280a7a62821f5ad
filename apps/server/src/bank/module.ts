import { DAY_MS } from "@wazi/contracts";
import { type Cents, divideDown, formatDecimal, parseDecimal } from "@wazi/domain";
import type { ChainSettings, OpenedDeposits } from "../deposits/api.ts";
import { type Door, findLocalRate, type FurtherChecks, toAloneRule } from "../ledger/api.ts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import type { OpenedWithdrawals } from "../withdrawals/api.ts";
import { runRateHolds } from "./rate-holds/decide-rate-hold.ts";
import { addRailRoutes } from "./rails/routes.ts";
import { openReserveChains } from "./reserves/open-reserve-chains.ts";
import { takeReserves } from "./reserves/take-reserves.ts";
import { runComparisons } from "./statements/keep-comparison.ts";
import { railChecks } from "./rail-checks/rail-checks.ts";
import { addRailStatementRoutes } from "./statements/routes.ts";

/** A rate that an administrator entered longer ago is not used for reserves. */
const LOCAL_RATE_AGE_MS = 7 * DAY_MS;
const RATE_PLACES = 12;

interface Parts {
  settings: { mode: "demo" | "live"; chains: ChainSettings; adminAloneDailyLimit: Cents | undefined };
  sql: Sql;
  door: Door;
  now: () => Date;
}

export interface OpenedBank extends OpenedModule {
  /** The comparisons of rails with the books, beside those of the ledger with itself. */
  furtherChecks: FurtherChecks;
  /** Takes the reserves of the day. */
  takeReserves: () => Promise<boolean>;
}

/** Money outside the platform: the statements of rails, and the reserves. */
export const bank = defineModule({
  open(
    { settings, sql, door, now }: Parts,
    needs: { deposits: OpenedDeposits; withdrawals: OpenedWithdrawals; sharesInterest: boolean },
  ): OpenedBank {
    const { mpesa, networks: depositNetworks, findRate } = needs.deposits;
    const { readPayouts } = needs.withdrawals;
    const parts = { sql, door, now, aloneRule: toAloneRule(settings), isTest: settings.mode === "demo" };
    return {
      furtherChecks: railChecks,
      takeReserves: () =>
        takeReserves({
          sql,
          now,
          isPaper: settings.mode === "demo",
          chains: openReserveChains(settings.chains),
          findRate: (currency) => findDollarRate({ sql, now, findRate }, currency),
        }),
      addRoutes(app) {
        addRailStatementRoutes(app, { ...parts, mpesa, sharesInterest: needs.sharesInterest });
        addRailRoutes(app, { ...parts, depositNetworks, readPayouts });
      },
      jobs: [
        { name: "the comparison of statements", in: "serving", start: ({ log }) => runComparisons({ sql, now }, log) },
        { name: "amounts held by their rate", in: "serving", start: ({ log }) => runRateHolds(parts, log) },
      ],
      checks: [],
      metrics: [],
    };
  },
});

/** US dollars for one coin or one unit of a currency; null without a fresh rate. */
async function findDollarRate(
  { sql, now, findRate }: { sql: Sql; now: () => Date; findRate: OpenedDeposits["findRate"] },
  currency: string,
): Promise<string | null> {
  if (currency === "USD") return "1";
  const local = await findLocalRate(sql, currency);
  if (local === null) return findRate(currency);
  if (now().getTime() - local.setAt.getTime() > LOCAL_RATE_AGE_MS) return null;
  const perDollar = parseDecimal(local.rate, RATE_PLACES);
  return formatDecimal(divideDown(10n ** BigInt(2 * RATE_PLACES), perDollar), RATE_PLACES);
}
