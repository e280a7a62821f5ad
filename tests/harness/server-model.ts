import type { AccountFigures } from "@wazi/contracts";
import {
  computeBalance,
  computePlanDeposits,
  cents,
  decideWithdrawal,
  factor,
  formatCents,
  marksWithoutTrade,
  parseDecimal,
  buildPayoutPostings,
  buildReleasePostings,
  computeTotalInvested,
  computeTotalProfit,
  type Cents,
  type Factor,
  type FundsSplit,
  type Marks,
  type PlanFlow,
} from "@wazi/domain";
import { ModelWorld } from "../../packages/domain/src/model-world.ts";

type ModelBot = ModelWorld["bots"][number];

/** The expected state of the server: the domain's model of the world, with the server's ids and the market's prices. */
export class ServerModel extends ModelWorld {
  readonly totalDeposits = new Map<string, Cents>();
  readonly paidOut = new Map<string, Cents>();
  private readonly given = new Map<string, Marks>();
  private closingFactor: Factor = factor(0n);
  private readonly planFlows: (PlanFlow & { userId: string })[] = [];

  constructor(botIds: readonly string[]) {
    super(botIds.length);
    this.bots.forEach((bot, index) => (bot.id = botIds[index] ?? ""));
  }

  override marks(bot: ModelBot): Marks {
    const marks = bot.trade ? this.given.get(bot.id) : marksWithoutTrade(bot.nav);
    if (!marks) throw new Error(`${bot.id} has no marks`);
    return marks;
  }

  override factors(): { entry: Factor; exit: Factor } {
    return { entry: this.closingFactor, exit: this.closingFactor };
  }

  /** Values the bot's open trade (opened by this, if there was none) at the market's marks. */
  value(botIndex: number, marks: Marks): void {
    this.openTrade(botIndex, 1n, 1n);
    this.given.set(this.bots[botIndex]?.id ?? "", marks);
  }

  closeAt(botIndex: number, navFactor: string): void {
    this.closingFactor = factor(parseDecimal(navFactor, 12));
    this.closeTrade(botIndex);
  }

  credit(userId: string, amount: Cents): void {
    this.deposit(userId, amount);
    this.totalDeposits.set(userId, cents(this.depositsOf(userId) + amount));
    this.planFlows.push({ userId, kind: "deposit", amount, at: this.planFlows.length });
  }

  /** Less than 30 days pass in a run. */
  planDepositsOf(userId: string): Cents {
    return computePlanDeposits(this.planFlows.filter((flow) => flow.userId === userId));
  }

  depositsOf(userId: string): Cents {
    return this.totalDeposits.get(userId) ?? cents(0n);
  }

  paidTo(userId: string): Cents {
    return this.paidOut.get(userId) ?? cents(0n);
  }

  hold(userId: string, amount: Cents): FundsSplit {
    const decision = decideWithdrawal(userId, this.funds(userId), amount);
    if ("refused" in decision) throw new Error(`${userId} can't withdraw ${amount} cents`);
    this.post(decision.postings);
    return decision.split;
  }

  payOut(userId: string, split: FundsSplit): void {
    this.post(buildPayoutPostings(userId, "mpesa", split));
    this.planFlows.push({ userId, kind: "withdrawal", amount: split.fromDeposit, at: this.planFlows.length });
    this.paidOut.set(userId, cents(this.paidTo(userId) + split.fromDeposit + split.fromProfit));
  }

  giveBack(userId: string, split: FundsSplit): void {
    this.post(buildReleasePostings(userId, split));
  }

  figures(userId: string): AccountFigures {
    const funds = this.funds(userId);
    const holdings = this.holdings(userId);
    return {
      balance: formatCents(computeBalance(funds)),
      depositFunds: formatCents(funds.depositFunds),
      profitFunds: formatCents(funds.profitFunds),
      totalDeposits: formatCents(this.depositsOf(userId)),
      totalInvested: formatCents(computeTotalInvested(holdings)),
      totalProfit: formatCents(computeTotalProfit(funds, holdings)),
      adjustmentProfit: formatCents(funds.runningProfit),
      withdrawalHold: formatCents(funds.withdrawalHold),
    };
  }
}
