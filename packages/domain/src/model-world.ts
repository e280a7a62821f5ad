import { decideAdjustment, type AdjustmentRefusal, type AdjustmentTargets } from "./adjusting.ts";
import { investorAccount, poolAccount, type AccountCode, type InvestorFunds, type Posting } from "./accounts.ts";
import {
  decideAllocation,
  decideDeactivation,
  decideInvestmentTransfer,
  decideProfitTransfer,
  type BotQuote,
  type Holding,
  type InvestmentDecision,
  type Refusal,
} from "./investing.ts";
import {
  accrual,
  accrue,
  cents,
  divideDown,
  divideUp,
  factor,
  growBillIndex,
  nav,
  ONE_NAV,
  SCALE,
  units,
  valueDown,
  valueUp,
  ZERO_ACCRUAL,
} from "./money.ts";
import type { Cents, Factor, Nav, Units } from "./money.ts";
import type { UserSharePct } from "./package-tier.ts";
import {
  closePoolTrade,
  marksWithTrades,
  marksWithoutTrade,
  postInterest,
  startSeries,
  type DailyInterest,
  type Marks,
  type PoolState,
} from "./pool.ts";
import { accrueBillInterest, computeOwnMoney, computePayout, type Position, type ShareAbove } from "./position.ts";

/** A trade of the model. Prices are scaled by 10^12; the half spread and the fee are in 10^-6 of the price or notional. */
interface ModelTrade {
  side: 1n | -1n;
  entryPrice: bigint;
  exposure: bigint;
  /** The nav at which it opened. */
  baseNav: Nav;
}

interface ModelBot {
  id: string;
  nav: Nav;
  /** The index of bills. */
  billIndex: Nav;
  units: Units;
  flows: number;
  price: bigint;
  trade: ModelTrade | null;
  halted: boolean;
}

const MILLION = 1_000_000n;
const HALF_SPREAD = 300n;
const FEE = 500n;

/** An adjustment can cancel all own money and leave a gain, so own money alone does not tell. */
const isHeld = (position: Position): boolean => computeOwnMoney(position) > 0n || position.units > 0n;

const computeFillPrice = (side: 1n | -1n, price: bigint): bigint =>
  side === 1n
    ? divideUp(price * (MILLION + HALF_SPREAD), MILLION)
    : divideDown(price * (MILLION - HALF_SPREAD), MILLION);

/**
 * Bots and investors in memory for property tests, which run a million steps. It uses the product's decisions; only the
 * prices are its own.
 */
export class ModelWorld {
  readonly balances = new Map<AccountCode, bigint>();
  readonly positions = new Map<string, Position>();
  readonly bots: ModelBot[];
  /** The number of purchases and redemptions so far. Each may leave a cent in rounding. */
  flowCount = 0;

  /** Applies to new positions. An operator can change it. */
  shareAbove: ShareAbove;

  constructor(botCount: number, shareAbove: ShareAbove = "nothing") {
    this.shareAbove = shareAbove;
    this.bots = Array.from({ length: botCount }, (_, index) => ({
      id: `bot-${index}`,
      nav: ONE_NAV,
      billIndex: ONE_NAV,
      units: units(0n),
      flows: 0,
      price: 100n * SCALE,
      trade: null,
      halted: false,
    }));
  }

  balance(account: AccountCode): Cents {
    return cents(this.balances.get(account) ?? 0n);
  }

  post(postings: readonly Posting[]): void {
    let sum = 0n;
    for (const { account, amount } of postings) {
      sum += amount;
      const next = (this.balances.get(account) ?? 0n) + amount;
      if (account.startsWith("user:") && next < 0n) throw new Error(`${account} is overdrawn: ${next}`);
      this.balances.set(account, next);
    }
    if (sum !== 0n) throw new Error(`Posting sums to ${sum}`);
  }

  funds(userId: string): InvestorFunds {
    return {
      depositFunds: this.balance(investorAccount(userId, "deposit_funds")),
      profitFunds: this.balance(investorAccount(userId, "profit_funds")),
      withdrawalHold: this.balance(investorAccount(userId, "withdrawal_hold")),
      runningProfit: this.balance(investorAccount(userId, "running_profit")),
    };
  }

  factors(bot: ModelBot, price: bigint): { entry: Factor; exit: Factor } {
    const trade = bot.trade;
    if (!trade) return { entry: factor(SCALE), exit: factor(SCALE) };
    const closing = computeFillPrice(trade.side === 1n ? -1n : 1n, price);
    const entering = computeFillPrice(trade.side, price);
    const gross = (at: bigint, rounding: typeof divideDown) =>
      rounding(trade.exposure * trade.side * (at - trade.entryPrice), trade.entryPrice);
    const fees = divideUp(trade.exposure * FEE * (trade.entryPrice + closing), MILLION * trade.entryPrice);
    return {
      entry: factor(SCALE + gross(entering, divideUp)),
      exit: factor(SCALE + gross(closing, divideDown) - fees),
    };
  }

  marks(bot: ModelBot): Marks {
    if (!bot.trade) return marksWithoutTrade(bot.nav);
    return marksWithTrades(bot.nav, [{ ...this.factors(bot, bot.price), baseNav: bot.trade.baseNav }]);
  }

  quote(bot: ModelBot): BotQuote {
    return { id: bot.id, nav: bot.nav, marks: this.marks(bot) };
  }

  holdings(userId: string): Holding[] {
    return this.bots.flatMap((bot) => {
      const position = this.positions.get(`${userId}/${bot.id}`);
      return position && isHeld(position) ? [{ bot: this.quote(bot), position }] : [];
    });
  }

  apply(userId: string, decision: InvestmentDecision | Refusal | AdjustmentRefusal): InvestmentDecision | null {
    if ("refused" in decision) return null;
    this.post(decision.postings);
    const { exit } = decision;
    const paid = [
      exit.value,
      exit.returned,
      exit.profitToUser,
      exit.interest,
      exit.profitShare,
      exit.loss,
      exit.ownMoney,
    ];
    if (paid.some((amount) => amount < 0n)) throw new Error(`An exit paid a negative amount: ${paid.join(" ")}`);
    for (const change of decision.changes) {
      const bot = this.botOf(change.botId);
      this.positions.set(`${userId}/${bot.id}`, change.after);
      bot.units = units(bot.units + change.unitsDelta);
      bot.flows += 1;
      this.flowCount += 1;
    }
    return decision;
  }

  deposit(userId: string, amount: Cents): void {
    this.post([
      { account: "external:crypto", amount: cents(0n - amount) },
      { account: investorAccount(userId, "deposit_funds"), amount },
    ]);
  }

  allocate(userId: string, botIndex: number, amount: Cents, userSharePct: UserSharePct): InvestmentDecision | null {
    const bot = this.bots[botIndex];
    const former = bot ? (this.positions.get(`${userId}/${bot.id}`) ?? null) : null;
    if (!bot || bot.halted || amount <= 0n || (former && isHeld(former))) return null;
    const input = { userId, funds: this.funds(userId), bot: this.quote(bot), former, userSharePct, amount };
    return this.apply(userId, decideAllocation({ ...input, shareAbove: this.shareAbove }));
  }

  deactivate(userId: string, botIndex: number): InvestmentDecision | null {
    const bot = this.bots[botIndex];
    const holding = this.holdings(userId).find((each) => each.bot.id === bot?.id);
    return holding ? this.apply(userId, decideDeactivation(userId, holding)) : null;
  }

  transferInvestment(userId: string, amount: Cents, minPosition = cents(10_000n)): InvestmentDecision | null {
    const holdings = this.holdings(userId);
    if (holdings.length === 0 || amount <= 0n) return null;
    return this.apply(userId, decideInvestmentTransfer({ userId, holdings, amount, minPosition }));
  }

  transferProfit(userId: string, amount: Cents): InvestmentDecision | null {
    if (amount <= 0n) return null;
    const input = { userId, funds: this.funds(userId), holdings: this.holdings(userId), amount };
    return this.apply(userId, decideProfitTransfer(input));
  }

  adjust(userId: string, targets: AdjustmentTargets): InvestmentDecision | null {
    const input = { userId, funds: this.funds(userId), holdings: this.holdings(userId), targets };
    return this.apply(userId, decideAdjustment(input));
  }

  openTrade(botIndex: number, side: 1n | -1n, exposure: bigint): void {
    const bot = this.bots[botIndex];
    if (!bot || bot.trade || bot.halted) return;
    bot.trade = { side, exposure, entryPrice: computeFillPrice(side, bot.price), baseNav: bot.nav };
  }

  /** Posts a day's interest. With `isFund`, what the bot holds is paid for; otherwise all of the nav is idle. */
  payInterest(botIndex: number, interest: DailyInterest, isFund: boolean): void {
    const bot = this.bots[botIndex];
    if (!bot || bot.halted) return;
    const paid = bot.trade && isFund ? divideUp(bot.trade.baseNav * bot.trade.exposure, SCALE) : 0n;
    const idle = bot.nav > paid ? nav(bot.nav - paid) : nav(0n);
    const { nav: nextNav, perUnit, postings } = postInterest(bot.id, this.poolOf(bot), idle, interest);
    this.post(postings);
    bot.nav = nextNav;
    bot.flows = 0;
    const index = { from: bot.billIndex, to: growBillIndex(bot.billIndex, interest.gross) };
    bot.billIndex = index.to;
    for (const [key, position] of this.positions) {
      if (!key.endsWith(`/${bot.id}`)) continue;
      const earned = accrue(position.units, perUnit);
      const billInterest = accrueBillInterest(position, index);
      this.positions.set(key, { ...position, interest: accrual(position.interest + earned), billInterest });
    }
  }

  private poolOf(bot: ModelBot): PoolState {
    return { nav: bot.nav, units: bot.units, cash: this.balance(poolAccount(bot.id)), flowsSinceClose: bot.flows };
  }

  closeTrade(botIndex: number): void {
    const bot = this.bots[botIndex];
    if (!bot?.trade) return;
    const close = closePoolTrade(bot.id, this.poolOf(bot), this.factors(bot, bot.price).exit, bot.trade.baseNav);
    this.post(close.postings);
    bot.nav = close.nav;
    bot.trade = null;
    bot.flows = 0;
    if (close.status !== "trading") this.windUp(bot);
  }

  /** Redeems all positions and starts a new series at 1. */
  private windUp(bot: ModelBot): void {
    for (const [key, position] of this.positions) {
      const [userId = "", botId] = key.split("/");
      if (botId !== bot.id || !isHeld(position)) continue;
      this.apply(userId, decideDeactivation(userId, { bot: this.quote(bot), position }));
    }
    const start = startSeries(bot.id, this.poolOf(bot));
    this.post(start.postings);
    bot.nav = start.nav;
    bot.flows = 0;
  }

  /** @throws Error that names the first broken invariant */
  check(): void {
    let total = 0n;
    for (const balance of this.balances.values()) total += balance;
    if (total !== 0n) throw new Error(`All accounts sum to ${total}`);
    for (const bot of this.bots) {
      const held = [...this.positions].filter(([key]) => key.endsWith(`/${bot.id}`)).map(([, position]) => position);
      const sum = held.reduce((all, position) => all + position.units, 0n);
      if (sum !== bot.units) throw new Error(`${bot.id}: positions hold ${sum} units of ${bot.units}`);
      const cash = this.balance(poolAccount(bot.id));
      if (cash < valueUp(bot.units, bot.nav)) throw new Error(`${bot.id}: ${cash} cents do not cover its units`);
      const owed = held.reduce((all, position) => all + valueDown(position.units, bot.nav), 0n);
      const dust = cash - valueUp(bot.units, bot.nav);
      if (dust > BigInt(bot.flows) + 1n) throw new Error(`${bot.id}: ${dust} cents of dust after ${bot.flows} flows`);
      if (cash < owed) throw new Error(`${bot.id}: ${cash} cents do not cover ${owed}`);
      for (const position of held) this.checkBills(position, bot);
    }
  }

  /** Only a share above bills counts them, and it is never more than one above nothing. */
  private checkBills(position: Position, bot: ModelBot): void {
    const counts = position.shareAbove === "bills" && isHeld(position);
    if (!counts && position.billInterest !== 0n) throw new Error(`${bot.id}: ${position.billInterest} of bills`);
    const { exit } = this.marks(bot);
    const plain = computePayout({ ...position, shareAbove: "nothing", billInterest: ZERO_ACCRUAL }, exit);
    const { profitShare } = computePayout(position, exit);
    if (profitShare > plain.profitShare) throw new Error(`${bot.id}: a share of ${profitShare} cents above bills`);
  }

  private botOf(botId: string): ModelBot {
    const bot = this.bots.find(({ id }) => id === botId);
    if (!bot) throw new Error(`No bot ${botId}`);
    return bot;
  }
}
