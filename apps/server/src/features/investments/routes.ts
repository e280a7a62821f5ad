import {
  activateBot as activateCall,
  deactivateBot as deactivateCall,
  getPackageTier,
  listBots as listBotsCall,
  listUserBots,
  listUserTrades,
  transferInvestment as transferInvestmentCall,
  transferProfit as transferProfitCall,
  type FeedKind,
  type Market,
} from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import type { FastifyInstance } from "fastify";
import { holdingsOf, readInvestor } from "../../core/investors/store.ts";
import { registerCall } from "../../http/register-call.ts";
import { registerMoneyCall } from "../../http/register-money-call.ts";
import { activateBot, refuseActiveBot } from "./activate-bot.ts";
import { deactivateBot } from "./deactivate-bot.ts";
import type { InvestmentDeps } from "./investment-deps.ts";
import { packageTierAnswer } from "./package-tier-answer.ts";
import { listBots, listTradesOf } from "./store.ts";
import { transferInvestment, transferProfit } from "./transfer-funds.ts";
import { userBotOf } from "./user-bot.ts";

export interface InvestmentRouteDeps extends InvestmentDeps {
  feedOf: (market: Market) => FeedKind;
  /** What a bot of the catalogue trades on this feed. */
  symbolsOf: (botName: string) => readonly string[];
}

export function addInvestmentRoutes(app: FastifyInstance, deps: InvestmentRouteDeps): void {
  const { sql, maxPriceAgeMs } = deps;
  registerCall(app, listBotsCall, () => listBots(sql, deps.feedOf, deps.symbolsOf));
  registerCall(app, listUserTrades, ({ user }) => listTradesOf(sql, user.id));
  registerCall(app, listUserBots, async ({ user }) => {
    const snapshot = await readInvestor(sql, user.id, maxPriceAgeMs);
    return holdingsOf(snapshot).map(({ bot, position }) => userBotOf(bot, position, position.activatedAt));
  });
  registerCall(app, getPackageTier, async ({ user }) => {
    const { totalDeposits } = await readInvestor(sql, user.id, maxPriceAgeMs);
    return packageTierAnswer(totalDeposits);
  });
  addMoneyRoutes(app, deps);
}

function addMoneyRoutes(app: FastifyInstance, deps: InvestmentRouteDeps): void {
  const { sql } = deps;
  registerMoneyCall(
    app,
    sql,
    activateCall,
    ({ user, body, claim }) =>
      activateBot(deps, { userId: user.id, botId: body.botId, amount: parseCents(body.allocatedAmount), claim }),
    { blocked: (user, body) => refuseActiveBot(deps, user.id, (body as { botId?: unknown }).botId) },
  );
  registerMoneyCall(app, sql, deactivateCall, ({ user, body, claim }) =>
    deactivateBot(deps, { userId: user.id, botId: body.botId, claim }),
  );
  registerMoneyCall(app, sql, transferInvestmentCall, ({ user, body, claim }) =>
    transferInvestment(deps, { userId: user.id, amount: parseCents(body.amount), claim }),
  );
  registerMoneyCall(app, sql, transferProfitCall, ({ user, body, claim }) =>
    transferProfit(deps, { userId: user.id, amount: parseCents(body.amount), claim }),
  );
}
