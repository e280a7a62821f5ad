import {
  activateBot as activateCall,
  cancelExit as cancelExitCall,
  deactivateBot as deactivateCall,
  getPackageTier,
  listBots as listBotsCall,
  listNotices as listNoticesCall,
  listPortfolios as listPortfoliosCall,
  listUserBots,
  listUserTrades,
  type PackageTier,
  previewDeactivation as previewDeactivationCall,
  previewInvestmentTransfer,
  previewProfitTransfer,
  setBotLevels as setLevelsCall,
  topUpBot as topUpCall,
  transferInvestment as transferInvestmentCall,
  transferProfit as transferProfitCall,
} from "@wazi/contracts";
import { type BasisPoints, type Cents, findPackageTier, parseBasisPoints, parseCents } from "@wazi/domain";
import type { FastifyInstance } from "fastify";
import type { ClosedTrades } from "../bots/closed-trades.ts";
import { heldUnitsRead } from "../positions/store.ts";
import { investorRead, listHoldings, planDepositsRead, readInvestor, registerMoneyCall } from "../../ledger/api.ts";
import { isPlain } from "../../platform/paging/cursor.ts";
import { Answer } from "../../platform/http/answer.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerRead, registerShared } from "../../platform/http/register-read.ts";
import { activateBot, type InvestmentDeps, refuseActiveBot } from "./activate-bot.ts";
import { setBotLevels, topUpBot } from "./change-position.ts";
import { cancelExit } from "./cancel-exit.ts";
import { deactivateBot } from "./deactivate-bot.ts";
import { toNotice } from "./notices.ts";
import { previewDeactivation, previewTransfer } from "./preview-exit.ts";
import { listLatestTrades } from "./latest-trades.ts";
import { type BotListDeps, listBots, userNotices } from "./store.ts";
import { listTradeHistory } from "./trade-history.ts";
import { investmentTransfer, profitTransfer, transferFunds, type TransferKind } from "./transfer-funds.ts";
import { toUserBot } from "./user-bot.ts";

/** Tier amounts are JSON numbers in the API. They are only displayed, never used in calculations. */
const toDollars = (amount: Cents): number => Number(amount) / 100;

function toPackageTier(planDeposits: Cents): PackageTier {
  const { current, next } = findPackageTier(planDeposits);
  return {
    tier: current.tier,
    tierName: current.tierName,
    maxBots: current.maxBots,
    totalDeposits: toDollars(planDeposits),
    nextTier: next && { name: next.tierName, amount: toDollars(next.threshold), bots: next.maxBots },
  };
}

export type InvestmentRouteDeps = InvestmentDeps & BotListDeps & { closedTrades: ClosedTrades };

export function addInvestmentRoutes(app: FastifyInstance, deps: InvestmentRouteDeps): void {
  const { sql, maxPriceAgeMs } = deps;
  registerShared(app, listBotsCall, () => listBots("bots", deps));
  registerShared(app, listPortfoliosCall, () => listBots("portfolios", deps));
  registerRead(app, listUserTrades, heldUnitsRead, async (held, { query }) =>
    isPlain(query)
      ? Answer.fromJson(200, await listLatestTrades(deps.closedTrades, held))
      : listTradeHistory(sql, held, query),
  );
  registerRead(app, listUserBots, investorRead, async (first, { user }) => {
    const snapshot = await readInvestor(sql, user.id, maxPriceAgeMs, first);
    return listHoldings(snapshot).map(({ bot, position }) => toUserBot(bot, position));
  });
  registerRead(app, getPackageTier, planDepositsRead, toPackageTier);
  addExitRoutes(app, deps);
  addMoneyRoutes(app, deps);
}

function addExitRoutes(app: FastifyInstance, deps: InvestmentRouteDeps): void {
  registerCall(app, previewInvestmentTransfer, ({ user, body }) =>
    previewTransfer(deps, investmentTransfer, { userId: user.id, amount: parseCents(body.amount) }),
  );
  registerCall(app, previewProfitTransfer, ({ user, body }) =>
    previewTransfer(deps, profitTransfer, { userId: user.id, amount: parseCents(body.amount) }),
  );
  registerCall(app, previewDeactivationCall, ({ user, body }) =>
    previewDeactivation(deps, { userId: user.id, botId: body.botId }),
  );
  registerCall(app, cancelExitCall, ({ user, params }) => cancelExit(deps, { userId: user.id, exitId: params.id }));
  registerRead(app, listNoticesCall, userNotices, (rows) => rows.map(toNotice));
}

const parsePercent = (text: string | null | undefined): BasisPoints | null => (text ? parseBasisPoints(text) : null);

function addMoneyRoutes(app: FastifyInstance, deps: InvestmentRouteDeps): void {
  const { sql } = deps;
  registerMoneyCall(
    app,
    sql,
    activateCall,
    ({ user, body, requestKey, first }) =>
      activateBot(deps, {
        userId: user.id,
        botId: body.botId,
        amount: parseCents(body.allocatedAmount),
        risk: { stopLoss: parsePercent(body.stopLossPct), takeProfit: parsePercent(body.takeProfitPct) },
        requestKey,
        first,
      }),
    {
      blocked: (user, body) => refuseActiveBot(deps, user.id, (body as { botId?: unknown }).botId),
      reads: investorRead,
    },
  );
  registerMoneyCall(app, sql, topUpCall, ({ user, body, requestKey }) =>
    topUpBot(deps, { userId: user.id, botId: body.botId, amount: parseCents(body.amount), requestKey }),
  );
  registerMoneyCall(app, sql, setLevelsCall, ({ user, body, requestKey }) =>
    setBotLevels(deps, {
      userId: user.id,
      botId: body.botId,
      risk: { stopLoss: parsePercent(body.stopLossPct), takeProfit: parsePercent(body.takeProfitPct) },
      requestKey,
    }),
  );
  registerMoneyCall(
    app,
    sql,
    deactivateCall,
    ({ user, body, requestKey, first }) =>
      deactivateBot(deps, { userId: user.id, botId: body.botId, requestKey, first }),
    { reads: investorRead },
  );
  addTransferRoute(app, deps, transferInvestmentCall, investmentTransfer);
  addTransferRoute(app, deps, transferProfitCall, profitTransfer);
}

function addTransferRoute(
  app: FastifyInstance,
  deps: InvestmentRouteDeps,
  call: typeof transferInvestmentCall | typeof transferProfitCall,
  kind: TransferKind,
): void {
  registerMoneyCall(
    app,
    deps.sql,
    call,
    ({ user, body, requestKey, first }) =>
      transferFunds(deps, kind, { userId: user.id, amount: parseCents(body.amount), requestKey, first }),
    { reads: investorRead },
  );
}
