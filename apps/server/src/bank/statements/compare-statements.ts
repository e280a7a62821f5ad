import { DAY_MS, type RailChoice, type RailDifference, type RailStatements, railStatementKinds } from "@wazi/contracts";
import { formatCents } from "@wazi/domain";
import type { Queryable } from "../../platform/db/pool.ts";
import { findPayoutRate } from "../../withdrawals/api.ts";
import {
  type AccountRow,
  type DecisionRow,
  describePayments,
  type ImportRow,
  listAccounts,
  listBookedPayments,
  listChargeLines,
  listDecisions,
  listLines,
  listPendingCharges,
} from "./store.ts";
import { toCost, toRailCharges } from "./charge-cost.ts";
import { sumAmounts } from "./match-charges.ts";
import { findAccountNumber, matchStatement } from "./match-statement.ts";
import type { Matching, OpenCharge, StatementDifference, StoredLine } from "./matching.ts";

const MAX_SHOWN = 500;
/** A bank books a payment on a later working day. M-Pesa books at once. */
const graceDays: Readonly<Record<ImportRow["kind"], number>> = { bank: 3, mpesa: 0 };

/** All statements with our books: one comparison for each kind of accounts, because a payment may be in any account of it. */
export interface Comparison {
  accounts: AccountRow[];
  decisions: DecisionRow[];
  kinds: { kind: ImportRow["kind"]; lines: StoredLine[]; matching: Matching }[];
  openCharges: OpenCharge[];
}

export async function compareStatements(sql: Queryable, mostLines?: number): Promise<Comparison> {
  // One after the other, because the check of the books reads in one transaction.
  const accounts = await listAccounts(sql);
  const decisions = await listDecisions(sql);
  const bookedCharges = await listChargeLines(sql);
  const links = new Map(decisions.flatMap(toLink));
  const kinds: Comparison["kinds"] = [];
  for (const kind of railStatementKinds) {
    const coverage = accounts.filter((each) => each.kind === kind);
    if (coverage.length === 0) continue;
    const lines = await listLines(sql, kind, mostLines);
    const payments = await listBookedPayments(sql, kind);
    const context = { coverage, graceDays: graceDays[kind], links, bookedCharges };
    kinds.push({ kind, lines, matching: matchStatement(lines, payments, context) });
  }
  return { accounts, decisions, kinds, openCharges: kinds.flatMap(({ matching }) => matching.openCharges) };
}

/** A line that two administrators have linked with a payment. */
function toLink({ kind, isApproved, paymentId, difference }: DecisionRow): [string, string][] {
  const [, lineId] = difference.split(":");
  return kind === "link" && isApproved && paymentId !== null && lineId ? [[lineId, paymentId]] : [];
}

const keyOf = ({ kind, lineId, paymentId }: StatementDifference): string =>
  [kind, lineId ?? "none", paymentId ?? "none"].join(":");

/**
 * All differences between our books and the imported statements that two administrators have not decided.
 * @param most how many are listed, the oldest first
 * @param mostLines how many lines can be compared
 */
export async function readRailStatements(
  sql: Queryable,
  now: Date,
  {
    canCredit = false,
    sharesInterest = false,
    most = MAX_SHOWN,
    mostLines,
  }: { canCredit?: boolean; sharesInterest?: boolean; most?: number; mostLines?: number | undefined } = {},
): Promise<RailStatements> {
  const { accounts, decisions, kinds, openCharges } = await compareStatements(sql, mostLines);
  const decided = new Map(decisions.map((each) => [`${each.account} ${each.difference}`, each]));
  const open: { difference: StatementDifference; decision: DecisionRow | undefined; kind: ImportRow["kind"] }[] = [];
  const explained = new Map<string, number>();
  for (const { kind, matching } of kinds) {
    for (const difference of matching.differences) {
      const decision = decided.get(`${difference.account} ${keyOf(difference)}`);
      if (decision?.isApproved && (decision.kind === "explain" || decision.kind === "interest"))
        explained.set(difference.account, (explained.get(difference.account) ?? 0) + 1);
      else open.push({ difference, decision, kind });
    }
  }
  open.sort((first, second) => first.difference.day.localeCompare(second.difference.day));
  const shown = open.slice(0, most);
  const labels = await describePayments(
    sql,
    shown.flatMap(({ difference, decision }) => [...difference.candidates, decision?.paymentId ?? ""]),
  );
  const lines = new Map(kinds.flatMap((each) => each.lines.map((line) => [line.id, line])));
  return {
    accounts: accounts.map((account) => summarize(account, kinds, explained.get(account.account) ?? 0)),
    differences: shown.map((each) => toRailDifference(each, { lines, labels, now, canCredit, sharesInterest })),
    total: open.length,
    charges: [...(await groupCharges(sql, openCharges, now)), ...(await listPendingCharges(sql)).map(toRailCharges)],
  };
}

function summarize(
  { account, kind, from, to, shows }: AccountRow,
  kinds: Comparison["kinds"],
  explained: number,
): RailStatements["accounts"][number] {
  const own = kinds.find((each) => each.kind === kind);
  const ids = new Set((own?.lines ?? []).filter((line) => line.account === account).map(({ id }) => id));
  const charges = (own?.matching.charges ?? []).filter(({ lineId }) => ids.has(lineId));
  const currencies = [...new Set(charges.map(({ currency }) => currency))];
  return {
    ...{ account, kind, from, to, shows, lines: ids.size, explained, charges: charges.length },
    matched: (own?.matching.matches ?? []).filter(({ lineId }) => ids.has(lineId)).length,
    charged: currencies.map((currency) => {
      const ofCurrency = charges.filter((each) => each.currency === currency);
      return { currency, amount: sumAmounts(ofCurrency.map(({ amount }) => amount)) };
    }),
  };
}

function toRailDifference(
  { difference, decision, kind }: { difference: StatementDifference; decision: DecisionRow | undefined; kind: string },
  given: {
    lines: Map<string, StoredLine>;
    labels: Map<string, string>;
    now: Date;
    canCredit: boolean;
    sharesInterest: boolean;
  },
): RailDifference {
  const { account, summary, day, lineId } = difference;
  const line = given.lines.get(lineId ?? "");
  const candidates = difference.candidates.map((id) => ({ id, label: given.labels.get(id) ?? id }));
  const isPending = decision !== undefined && !decision.isApproved;
  return {
    ...{ account, key: keyOf(difference), kind: difference.kind, summary, day, lineId, candidates },
    currency: line?.currency ?? null,
    ageDays: Math.max(0, Math.floor((given.now.getTime() - Date.parse(day)) / DAY_MS)),
    choices: listChoices(difference, {
      canCredit: given.canCredit && kind === "mpesa" && Boolean(line?.externalId),
      canBeInterest: given.sharesInterest && line?.currency === "USD" && line.amount !== "0",
    }),
    accountNumber: line ? findAccountNumber(line.text) : null,
    proposal: isPending
      ? {
          id: decision.id,
          text: describeDecision(decision, given.labels),
          note: decision.note,
          by: decision.proposer,
          at: decision.proposedAt.toISOString(),
        }
      : null,
  };
}

/** The decisions that are possible on a difference. */
function listChoices(
  { kind, candidates }: StatementDifference,
  { canCredit, canBeInterest }: { canCredit: boolean; canBeInterest: boolean },
): RailChoice[] {
  const choices: RailChoice[] = ["explain"];
  if (candidates.length > 0) choices.unshift("link");
  if (kind === "unclaimed" && canBeInterest) choices.push("interest");
  if (kind === "unclaimed" && canCredit) choices.unshift("credit");
  if (kind === "missing-in-books") choices.unshift("charge");
  return choices;
}

function describeDecision(decision: DecisionRow, labels: Map<string, string>): string {
  const { kind, paymentId, accountNumber, paidFrom, paidUntil } = decision;
  if (kind === "link") return `The line is this payment: ${labels.get(paymentId ?? "") ?? paymentId ?? ""}.`;
  if (kind === "credit") return `Credit it to the account number ${accountNumber ?? ""}.`;
  if (kind === "interest") return `Interest for the days from ${paidFrom ?? ""} to ${paidUntil ?? ""}, for the bots.`;
  return "Nothing to do in our books.";
}

/** The open charges by account, month and currency, with what they would cost at the latest rate. */
async function groupCharges(
  sql: Queryable,
  charges: readonly OpenCharge[],
  now: Date,
): Promise<RailStatements["charges"]> {
  const groups = new Map<string, OpenCharge[]>();
  for (const charge of charges) {
    const key = [charge.day.slice(0, 7), charge.account, charge.currency].join("\n");
    const group = groups.get(key);
    if (group) group.push(charge);
    else groups.set(key, [charge]);
  }
  const shown: RailStatements["charges"] = [];
  for (const [key, lines] of [...groups].sort(([first], [second]) => first.localeCompare(second))) {
    const [month = "", account = "", currency = ""] = key.split("\n");
    const localAmount = sumAmounts(lines.map(({ amount }) => amount));
    const rate = await findPayoutRate(sql, currency, now);
    shown.push({
      ...{ account, month, currency, lines: lines.length, localAmount, proposal: null },
      amount: rate && formatCents(toCost(localAmount, rate)),
      rate: rate?.price ?? null,
      rateAt: rate?.at.toISOString() ?? null,
    });
  }
  return shown;
}
