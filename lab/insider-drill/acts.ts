import { randomBytes, randomUUID } from "node:crypto";
import * as contracts from "@wazi/contracts";
import type { Call } from "@wazi/contracts";
import { formatDestination } from "../../apps/server/src/withdrawals/requests/destination.ts";
import type { WithdrawalRow } from "../../apps/server/src/withdrawals/requests/store.ts";
import { PASSWORD } from "../../tests/harness/test-app.ts";
import type { Draw } from "../commands/seeding/seeded-random.ts";
import { ANCHOR, CURRENCY } from "./rail.ts";
import type { Scene } from "./scene.ts";

/** One call as it is sent: the parts of the path, and the body. */
interface Sent {
  params?: Readonly<Record<string, string>>;
  body?: object;
}

/** Makes a plausible call for what there is in the scene at that moment. */
type Make = (scene: Scene, draw: Draw) => Sent | Promise<Sent>;

type Contracts = typeof contracts;
/** The calls with which an administrator changes something. One without a maker in the table below is a type error. */
type AdminChange = {
  [Name in keyof Contracts]: Contracts[Name] extends { permission: "admin"; method: "POST" | "DELETE" } ? Name : never;
}[keyof Contracts];

const REASON = "The insider drill";
/** Most requests are for those whom they can harm or help. */
const someone = ({ accomplice, victim }: Scene, draw: Draw): string =>
  draw.happens(65) ? accomplice.userId : victim.userId;

/** Amounts around the limit, in US dollars: what one person may just do alone, a half that is too much twice, and far more. */
function drawAmount({ limitDollars }: Scene, draw: Draw): string {
  const half = limitDollars / 2 + 1;
  return draw.pick([`${limitDollars}`, `${limitDollars - 1}`, `${half}`, `${half}`, `${limitDollars * 8}`, "55"]);
}

/** Picks a row of the people of this scene. An id that nothing has, where there is none. */
async function pickId(scene: Scene, draw: Draw, rows: string): Promise<string> {
  const found = await scene.listIds(rows);
  return found.length === 0 ? randomUUID() : draw.pick(found);
}

const pickNumber = async (scene: Scene, draw: Draw, rows: string): Promise<string> => {
  const found = await scene.listIds(rows);
  return found.length === 0 ? "999999999" : draw.pick(found);
};

const hash = (): string => randomBytes(32).toString("hex");
const withId =
  (rows: string, body?: (draw: Draw, scene: Scene) => object): Make =>
  async (scene, draw) => ({
    params: { id: await pickId(scene, draw, rows) },
    ...(body && { body: body(draw, scene) }),
  });
const ofUser =
  (body?: (draw: Draw, scene: Scene) => object): Make =>
  (scene, draw) => ({ params: { id: someone(scene, draw) }, ...(body && { body: body(draw, scene) }) });

const OPEN_WITHDRAWALS =
  "withdrawals where user_id = any(people) and status in ('pending', 'processing') order by created_at";
const PENDING_ADJUSTMENTS = "adjustments where user_id = any(people) and status = 'pending' order by asked_at";
const DECISIONS = "statement_decisions where proposed_by = any(insiders) order by proposed_at";

const WAITING_APPOINTMENTS = "appointments where confirmed_at is null and ended_at is null order by asked_at";

/** A bank's statement of its own account, with money in, and a charge. */
function makeStatement(scene: Scene): object {
  const day = scene.now().toISOString().slice(0, 10);
  const lines = [
    "Date,Amount,Reference,Text",
    `${day},250000.00,${randomBytes(5).toString("hex")},Transfer in`,
    `${day},-95.00,${randomBytes(5).toString("hex")},Bank charges`,
    "",
  ];
  return {
    account: scene.account,
    kind: "bank",
    format: "csv",
    fileName: "statement.csv",
    content: Buffer.from(lines.join("\n")).toString("base64"),
    columns: { date: "Date", amount: "Amount", currencyCode: CURRENCY, id: "Reference", text: ["Text"] },
  };
}

/** Near the anchor, just beyond what is free, and far from it. */
const drawRate = (draw: Draw): string => (ANCHOR * draw.pick([0.98, 1.02, 1.04, 0.01, 100, 100, 100])).toFixed(4);

const adjust: Make = async (scene, draw) => {
  const userId = someone(scene, draw);
  const amount = Number(drawAmount(scene, draw));
  const balance = await scene.readBalance(userId);
  const figure = draw.pick([
    { balance: (balance + amount).toFixed(2) },
    { balance: (balance + amount).toFixed(2) },
    { balance: Math.max(0, balance - amount).toFixed(2) },
    { totalInvested: amount.toFixed(2) },
    { totalProfit: amount.toFixed(2) },
  ]);
  return { params: { id: userId }, body: { ...figure, reason: REASON } };
};

const rights = (draw: Draw): object => ({ role: draw.pick(contracts.adminRoles), password: PASSWORD });

const ofColleague =
  (body: (draw: Draw, scene: Scene) => object): Make =>
  (scene, draw) => ({ params: { id: scene.pickColleague(draw) }, body: body(draw, scene) });

const proof = (): object => ({ password: PASSWORD });
const batch: Make = () => ({ params: { batch: randomUUID() } });
const railName: Make = (scene) => ({ params: { rail: scene.rail } });

const adminActs: Readonly<Record<AdminChange, Make>> = {
  importRailStatement: (scene) => ({ body: makeStatement(scene) }),
  previewRailStatement: (scene) => ({ body: makeStatement(scene) }),
  explainDifference: async (scene, draw) => {
    const { key, kind, candidate } = await scene.pickDifference(draw);
    return { body: { account: scene.account, key, note: REASON, kind, ...(candidate && { paymentId: candidate }) } };
  },
  approveExplanation: withId(DECISIONS),
  declineExplanation: withId(DECISIONS),
  proposeCharges: (scene) => ({
    body: {
      account: scene.account,
      month: scene.now().toISOString().slice(0, 7),
      currency: CURRENCY,
      note: REASON,
    },
  }),
  decideCharges: withId("statement_charges where proposed_by = any(insiders) order by proposed_at", (draw) => ({
    decision: draw.happens(80) ? "book" : "decline",
  })),
  settleDeposit: withId(
    "deposits where user_id = any(people) and status = 'pending' order by created_at",
    (draw, scene) =>
      draw.happens(10)
        ? { status: "failed" }
        : {
            status: "completed",
            ...(draw.happens(70) && { receivedAmount: drawAmount(scene, draw), reason: REASON }),
            ...(draw.happens(50) && { transactionHash: hash() }),
          },
  ),
  creditLateDeposit: withId(
    "deposits where user_id = any(people) and status <> 'pending' order by created_at",
    (draw, scene) => ({ amount: drawAmount(scene, draw), transactionHash: hash(), reason: REASON }),
  ),
  decidePayment: withId("deposit_payments where user_id = any(people) and status = 'review' order by seen_at", (draw) =>
    draw.happens(85) ? { decision: "credit" } : { decision: "dismiss", note: REASON },
  ),
  decideMpesaReport: (_scene, draw) => ({
    params: { report: String(draw.integer(1, 9)) },
    body: { accountNumber: "WZ234567", note: REASON },
  }),
  approveAdjustment: withId(PENDING_ADJUSTMENTS),
  rejectAdjustment: withId(PENDING_ADJUSTMENTS, () => ({ note: REASON })),
  withdrawAdjustment: withId(PENDING_ADJUSTMENTS),
  reconcileNow: () => ({}),
  pauseBot: (scene) => ({ params: { id: scene.botId }, body: { reason: REASON } }),
  resumeBot: (scene) => ({ params: { id: scene.botId } }),
  resendMail: () => ({ params: { id: randomUUID() } }),
  setKycStatus: ofUser((draw) => ({ kycStatus: draw.pick(["approved", "rejected", "pending"]) })),
  previewAdjustment: adjust,
  adjustAccount: adjust,
  deactivateUser: ofUser(() => ({ reason: REASON })),
  freezeUser: ofUser(() => ({ reason: REASON })),
  unfreezeUser: ofUser(),
  activateUser: ofUser(),
  deleteUser: ofUser(),
  endUserSessions: ofUser(),
  endUserSession: async (scene, draw) => {
    const session = await pickId(scene, draw, "sessions where user_id = helper order by created_at");
    return { params: { id: scene.accomplice.userId, session } };
  },
  appointAdministrator: (scene, draw) => ({ body: { email: scene.stranger.email, ...rights(draw) } }),
  changeAdministratorRole: ofColleague(rights),
  revokeAdministrator: ofColleague(proof),
  resetAdministratorPassword: ofColleague(proof),
  removeSecondFactors: ofUser(() => ({ reason: REASON })),
  reviewVerification: withId(
    "verifications where user_id = any(people) and status = 'pending' order by created_at",
    () => ({ status: "approved" }),
  ),
  settleWithdrawal: withId(OPEN_WITHDRAWALS, (draw) =>
    draw.happens(15)
      ? { status: "rejected", notes: REASON }
      : {
          status: "completed",
          ...(draw.happens(30) && { transactionHash: hash() }),
          ...(draw.happens(50) && { acceptsName: true }),
        },
  ),
  confirmWithdrawal: async (scene, draw) => {
    const [row] = await scene.listRows<WithdrawalRow>(
      `withdrawals where user_id = any(people) and status in ('pending', 'processing') order by created_at offset ${draw.integer(0, 1)}`,
    );
    return {
      params: { id: row?.id ?? randomUUID() },
      body: { amount: row?.amount ?? "10", destination: row ? formatDestination(row) : "nowhere" },
    };
  },
  releaseWithdrawal: async (scene, draw) => {
    const id = await pickId(scene, draw, OPEN_WITHDRAWALS);
    return { params: { id }, body: { reason: REASON, endsAt: await scene.readHoldEnd(id) } };
  },
  deleteWithdrawal: withId(OPEN_WITHDRAWALS),
  prepareChainBatch: () => ({ params: { network: "ERC20" } }),
  exportChainBatch: batch,
  importSignedBatch: () => ({ params: { batch: randomUUID() }, body: { content: "[]" } }),
  acceptBatchFee: batch,
  discardChainBatch: batch,
  raiseChainFee: () => ({ params: { transfer: randomUUID() } }),
  stopRail: (scene) => ({ params: { rail: scene.rail }, body: { reason: REASON } }),
  resumeRail: railName,
  resolvePayout: withId(
    `payouts where withdrawal_id in (select id from withdrawals where user_id = any(people))
       and state in ('sent', 'unknown') order by approved_at`,
    (draw) =>
      draw.happens(80)
        ? { outcome: "not-paid", reason: REASON }
        : { outcome: "paid", receipt: hash().slice(0, 10), reason: REASON },
  ),
  decidePayoutReview: async (scene, draw) => ({
    params: {
      review: await pickNumber(
        scene,
        draw,
        `payout_reviews where payout_id in (select p.id from payouts p join withdrawals w on w.id = p.withdrawal_id
           where w.user_id = any(people)) and decided_at is null order by found_at`,
      ),
    },
    body: { decision: REASON },
  }),
  confirmAppointment: withId(WAITING_APPOINTMENTS, proof),
  declineAppointment: withId(WAITING_APPOINTMENTS, proof),
  decideRateHold: async (scene, draw) => ({
    params: {
      hold: await pickId(scene, draw, "rate_holds where user_id = any(people) and status = 'open' order by held_at"),
    },
    body: { amount: draw.pick(["shown", "now"]), rate: await scene.readRate() },
  }),
  setLocalRate: (_scene, draw) => ({ body: { currency: CURRENCY, rate: drawRate(draw), source: REASON } }),
  decideLocalRate: async (scene, draw) => ({
    params: { proposal: await pickNumber(scene, draw, "local_rate_proposals where decision is null order by id") },
    body: { decision: draw.happens(80) ? "confirm" : "decline" },
  }),
  changeSystemSettings: (_scene, draw) => ({
    body: { gasFeeAddress: "0x52908400098527886E0F7030069857D2E4169EE7", gasFeeAmount: draw.pick(["1", "900"]) },
  }),
};

/** M-Pesa numbers that end with an odd digit get their money, but the rail's answer is lost. */
const mpesa = (draw: Draw): object => ({
  withdrawalType: "mpesa",
  country: "Kenya",
  phoneNumber: `+2547${draw.text("0123456789", 8)}`,
});
const bank = {
  withdrawalType: "bank",
  country: "Kenya",
  bankName: "KCB",
  accountName: "Amina Otieno",
  destinationAddress: "0123456789",
};
const drawDestination = (draw: Draw): object => (draw.happens(70) ? mpesa(draw) : bank);
const ofBot =
  (amount?: "amount" | "allocatedAmount"): Make =>
  (scene, draw) => ({
    body: { botId: scene.botId, ...(amount && { [amount]: draw.pick(["100", "250", "900"]) }) },
  });
const ofAccount: Make = (_scene, draw) => ({ body: { amount: draw.pick(["20", "100", "900"]) } });

/** The acts of the investor who helps them. */
const investorActs = {
  createDeposit: (scene, draw) => ({
    body: { amount: drawAmount(scene, draw), currency: "USDT", network: "TRC20" },
  }),
  cancelDeposit: withId("deposits where user_id = helper and status = 'pending'"),
  createWithdrawal: async (scene, draw) => {
    const balance = await scene.readBalance(scene.accomplice.userId);
    const amount = Math.min(balance, draw.pick([scene.limitDollars, scene.limitDollars / 2 + 1, 60, balance]));
    return { body: { amount: amount.toFixed(2), ...drawDestination(draw) } };
  },
  replaceWithdrawal: withId("withdrawals where user_id = helper and status = 'pending'", (draw) => ({
    amount: draw.pick(["55", "500", "900"]),
  })),
  cancelWithdrawal: withId("withdrawals where user_id = helper and status = 'pending'"),
  addPayoutAddress: (_scene, draw) => ({ body: drawDestination(draw) }),
  removePayoutAddress: withId("payout_addresses where user_id = helper order by added_at"),
  changeEmail: () => ({ body: { newEmail: `${randomUUID()}@example.com`, currentPassword: PASSWORD } }),
  freezeOwnAccount: () => ({ body: { confirm: "freeze" } }),
  activateBot: ofBot("allocatedAmount"),
  topUpBot: ofBot("amount"),
  deactivateBot: ofBot(),
  transferInvestment: ofAccount,
  transferProfit: ofAccount,
} as const satisfies Partial<Record<keyof Contracts, Make>>;

/** Not calls: a payment of the investor that our node sees, and time. */
export const otherActs = ["payment is seen", "1 hour passes", "25 hours pass", "73 hours pass"] as const;

type AdminActName = keyof typeof adminActs;
type InvestorActName = keyof typeof investorActs;
export type ActName = AdminActName | InvestorActName | (typeof otherActs)[number];

export const adminActNames = Object.keys(adminActs) as AdminActName[];
export const actNames: readonly ActName[] = [
  ...adminActNames,
  ...(Object.keys(investorActs) as InvestorActName[]),
  ...otherActs,
];

const CREDITS: readonly ActName[] = [
  "approveAdjustment",
  "approveAdjustment",
  "withdrawAdjustment",
  "rejectAdjustment",
];

/** The acts that a person would try next, so that many sequences have a sense. */
export const followers: Partial<Record<ActName, readonly ActName[]>> = {
  adjustAccount: [...CREDITS, "createWithdrawal"],
  settleDeposit: [...CREDITS, "creditLateDeposit", "createWithdrawal"],
  creditLateDeposit: CREDITS,
  createDeposit: ["settleDeposit", "settleDeposit", "cancelDeposit"],
  cancelDeposit: ["creditLateDeposit"],
  "payment is seen": ["decidePayment"],
  setLocalRate: ["decideLocalRate", "createWithdrawal", "settleWithdrawal", "settleWithdrawal", "settleWithdrawal"],
  decideLocalRate: ["1 hour passes", "settleWithdrawal"],
  createWithdrawal: [
    "settleWithdrawal",
    "settleWithdrawal",
    "confirmWithdrawal",
    "cancelWithdrawal",
    "deleteWithdrawal",
  ],
  confirmWithdrawal: ["settleWithdrawal"],
  settleWithdrawal: ["resolvePayout", "settleWithdrawal", "decideRateHold"],
  replaceWithdrawal: ["settleWithdrawal"],
  appointAdministrator: ["confirmAppointment", "declineAppointment"],
  resolvePayout: ["settleWithdrawal", "cancelWithdrawal"],
  importRailStatement: ["explainDifference", "proposeCharges"],
  explainDifference: ["approveExplanation", "declineExplanation"],
  proposeCharges: ["decideCharges"],
  freezeUser: ["unfreezeUser"],
  freezeOwnAccount: ["releaseWithdrawal"],
  changeEmail: ["releaseWithdrawal"],
  deactivateUser: ["activateUser", "deleteUser"],
  pauseBot: ["resumeBot"],
  stopRail: ["resumeRail"],
  addPayoutAddress: ["removePayoutAddress"],
  activateBot: ["topUpBot", "deactivateBot", "transferInvestment", "transferProfit"],
};

/** The acts that decide what money moves: half of all acts are of these. */
export const moneyActNames: readonly ActName[] = [
  "settleDeposit",
  "creditLateDeposit",
  "decidePayment",
  "adjustAccount",
  "approveAdjustment",
  "settleWithdrawal",
  "settleWithdrawal",
  "confirmWithdrawal",
  "resolvePayout",
  "setLocalRate",
  "setLocalRate",
  "decideLocalRate",
  "createDeposit",
  "createWithdrawal",
  "payment is seen",
];

export const isAdminAct = (name: ActName): name is AdminActName => Object.hasOwn(adminActs, name);
export const isInvestorAct = (name: ActName): name is InvestorActName => Object.hasOwn(investorActs, name);

/** The call of an act, with its path filled in. */
export async function makeCall(
  scene: Scene,
  draw: Draw,
  name: AdminActName | InvestorActName,
): Promise<{ method: Call["method"]; path: string; body: object | undefined }> {
  const { method, path } = contracts[name];
  const make: Make = isAdminAct(name) ? adminActs[name] : investorActs[name];
  const { params = {}, body } = await make(scene, draw);
  return { method, path: path.replace(/:(\w+)/g, (_whole, part: string) => params[part] ?? randomUUID()), body };
}
