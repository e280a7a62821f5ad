import type { AccountFigures, BillInterest, FeedKind, Statement, Trade } from "@wazi/contracts";
import type { ShareAbove } from "@wazi/domain";
import type { BaseLogger } from "pino";
import type { Door, FirstRead } from "../ledger/api.ts";
import { readAboutUser } from "../people/api.ts";
import type { Sql } from "../platform/db/pool.ts";
import { defineModule, type OpenedModule } from "../platform/module.ts";
import { createClosedTrades } from "./bots/closed-trades.ts";
import { createClosingNavs } from "./bots/closing-navs.ts";
import { addCostRoutes } from "./costs/routes.ts";
import { createLocalKeeper } from "./evidence/keep-locally.ts";
import { readKeptAboveBills } from "./evidence/kept-above-bills.ts";
import { readKeptMonths } from "./evidence/kept-months.ts";
import { readLocalRates } from "./evidence/local-rates.ts";
import { chooseUnprovenBots } from "./evidence/new-money.ts";
import { addEvidenceRoutes } from "./evidence/routes.ts";
import { listLatestTrades } from "./investments/latest-trades.ts";
import { addInvestmentRoutes } from "./investments/routes.ts";
import { addPerformanceRoutes } from "./performance/routes.ts";
import { readAccountFigures } from "./positions/account-figures.ts";
import { computeLosingAccountsPct, createLosingAccountsReader } from "./positions/losing-accounts.ts";
import { heldUnitsRead } from "./positions/store.ts";
import { runJudgements } from "./retirement/run-judgements.ts";
import { investingSettings } from "./settings.ts";
import { addStatementRoutes } from "./statements/routes.ts";

/** The markets in which bots invest, which a later noun knows. */
export interface InvestedMarkets {
  /** The kind of prices on which a bot trades. */
  feedOf: (botName: string) => FeedKind;
  /** The symbols that a bot trades; none for one that holds only bills. */
  symbolsOf: (botName: string) => string[];
  /** True if this bot has prices and a broker here, or needs none. */
  isTraded: (botName: string) => boolean;
  /** The last market day (YYYY-MM-DD) whose interest a bot must have; null where interest needs no check. */
  findDueInterestDay: (botName: string) => string | null;
  /** The interest of idle money, and so of the bills of bots. */
  billInterest: BillInterest;
  /** The symbols whose recorded prices have ended. */
  listEndedSymbols: () => Promise<ReadonlySet<string>>;
}

interface Parts {
  settings: {
    mode: "demo" | "live";
    unprovenBots: "closed" | "open";
    profitShareAbove: ShareAbove;
    billRatesFile: string | undefined;
    localRatesDir: string | undefined;
    rateLimitScale: number;
    operator: NonNullable<Statement["operator"]> | undefined;
  };
  sql: Sql;
  door: Door;
  now: () => Date;
  log: Pick<BaseLogger, "warn">;
  /** The oldest price that values an account. */
  maxPriceAgeMs: number;
  markets: InvestedMarkets;
}

export interface OpenedInvesting extends OpenedModule {
  /** Reads an investor's figures. */
  readAccount: (userId: string, first?: FirstRead) => Promise<AccountFigures>;
  /** The share of accounts that lose, as it was computed last; null when it is not known. */
  readLosingAccountsPct: () => Promise<number | null>;
  computeLosingAccountsPct: () => Promise<number | null>;
}

/** Bots and the money in them: positions, exits, costs, performance, recorded evidence, monthly statements. */
export const investing = defineModule({
  settings: investingSettings,
  open({ settings, sql, door, now, log, maxPriceAgeMs, markets }: Parts): OpenedInvesting {
    const isLive = settings.mode === "live";
    const localRates = settings.localRatesDir === undefined ? [] : readLocalRates(settings.localRatesDir);
    const closedTrades = createClosedTrades(sql);
    const readAccount: OpenedInvesting["readAccount"] = (userId, first) =>
      readAccountFigures(sql, userId, maxPriceAgeMs, first);
    return {
      readAccount,
      readLosingAccountsPct: createLosingAccountsReader({ sql, maxPriceAgeMs, now, log }),
      computeLosingAccountsPct: () => computeLosingAccountsPct({ sql, maxPriceAgeMs }),
      addRoutes(app) {
        addStatementRoutes(app, {
          closingNavs: createClosingNavs(sql, closedTrades),
          sql,
          now,
          rateLimitScale: settings.rateLimitScale,
          isPaperMoney: !isLive,
          operator: isLive ? toStatementOperator(settings.operator) : null,
          readAccount,
          readTrades: async (userId) =>
            JSON.parse(
              await listLatestTrades(closedTrades, await readAboutUser(sql, userId, heldUnitsRead)),
            ) as Trade[],
        });
        addInvestmentRoutes(app, {
          ...{ sql, door, now, maxPriceAgeMs, requiresAnswers: isLive, closedTrades, ...markets },
          unprovenBots: chooseUnprovenBots(settings),
          closesBills: isLive && markets.billInterest.source === "none",
          shareAbove: settings.profitShareAbove,
        });
        addCostRoutes(app, { sql, now, feedOf: markets.feedOf });
        addPerformanceRoutes(app, { sql, now });
        addEvidenceRoutes(app, {
          sql,
          kept: settings.profitShareAbove === "bills" ? readKeptAboveBills() : {},
          keepLocally: createLocalKeeper(localRates, localRates.length === 0 ? {} : readKeptMonths()),
        });
      },
      // Demo, replay and practice months never count.
      jobs: isLive
        ? [
            {
              name: "the judgement of live months",
              in: "trading",
              start: () => runJudgements({ sql, now, log, ...markets, billRatesFile: settings.billRatesFile }),
            },
          ]
        : [],
      checks: [],
      metrics: [],
    };
  },
});

/** The company named on statements of real money. */
function toStatementOperator(operator: Statement["operator"] | undefined): Statement["operator"] {
  return operator ? { name: operator.name, regulator: operator.regulator, licence: operator.licence } : null;
}
