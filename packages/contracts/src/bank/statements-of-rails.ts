import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { decimal } from "../amount.ts";
import { defineCall, type AnswerOf } from "../call.ts";
import { person } from "../person.ts";
import { withdrawalKinds, withdrawalTypes, type WithdrawalType } from "../withdrawals/withdrawal-kinds.ts";

/** The kinds of withdrawals whose accounts have statements that are compared with the books. */
type KindWithStatements = {
  [Kind in WithdrawalType]: (typeof withdrawalKinds)[Kind]["hasStatements"] extends true ? Kind : never;
}[WithdrawalType];
export const railStatementKinds = withdrawalTypes.filter((kind) => withdrawalKinds[kind].hasStatements) as [
  KindWithStatements,
  ...KindWithStatements[],
];
export type RailStatementKind = (typeof railStatementKinds)[number];
export const railStatementFormats = ["camt053", "mt940", "csv", "mpesa"] as const;
export const railDifferenceKinds = [
  "missing-in-statement",
  "missing-in-books",
  "unclaimed",
  "not-credited",
  "returned",
  "other-amount",
  "other-fee",
  "repeated",
  "ambiguous",
] as const;
/** Which payments the statements of an account show. */
export const railStatementContents = ["both", "deposits", "payouts"] as const;
/**
 * The decisions of two administrators on a difference. `explain`: nothing follows. `link`: the line is a payment of our books.
 * `credit`: the money is credited to the investor with an M-Pesa account number. `charge`: it is booked as a charge. `interest`: it is
 * interest on idle money, which the pools share.
 */
export const railChoices = ["explain", "link", "credit", "charge", "interest"] as const;
export type RailChoice = (typeof railChoices)[number];

const line = (message: string, most: number) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(most, message));
const heading = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)));

/** The headings of a CSV file. One signed amount, or money in and money out apart; a currency column, or one currency for all. */
const columns = z.strictObject({
  date: line("Please name the column with the date", 100),
  amount: heading,
  moneyIn: heading,
  moneyOut: heading,
  currency: heading,
  currencyCode: z.optional(z.string().check(z.regex(/^[A-Z]{3,4}$/))),
  id: heading,
  text: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20)),
  name: heading,
  /** The balance after each line. The one after the newest line counts as the account's. */
  balance: heading,
});

const statementFile = z.strictObject({
  account: line("Please name the account, in at most 60 characters", 60),
  kind: z.enum(railStatementKinds),
  format: z.enum(railStatementFormats),
  /** Default: both. */
  shows: z.optional(z.enum(railStatementContents)),
  fileName: line("Please give the file's name", 200),
  /** The file in base64. */
  content: z.string().check(z.maxLength(28_000_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
  columns: z.optional(columns),
});

/** A file of 20 MB in base64, with the rest of the body. */
const MAX_FILE_BODY_BYTES = 29_000_000;

/** Imports a statement of an account of ours. The same file, or the same line of another one, is imported once. */
export const importRailStatement = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements",
  summary: "Import a statement of a bank or provider",
  permission: "admin",
  ...acts.importRailStatement,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  body: statementFile,
  answers: {
    201: z.object({
      id: z.uuid(),
      lines: z.int(),
      /** Lines that an earlier statement had. */
      known: z.int(),
    }),
  },
  errors: ["CONFLICT"],
});

const sum = z.object({ currency: z.string(), amount: decimal });

/** Reads a statement as an import would, and stores nothing. */
export const previewRailStatement = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements/preview",
  summary: "Read a statement as an import would, and store nothing",
  permission: "admin",
  ...acts.previewRailStatement,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  body: statementFile,
  answers: {
    200: z.object({
      lines: z.int(),
      from: z.string(),
      to: z.string(),
      /** Sums of the lines, by currency. */
      moneyIn: z.array(sum),
      moneyOut: z.array(sum),
      /** The balance after the newest line; null where the file has none. */
      closing: z.nullable(z.object({ currency: z.string(), amount: decimal, day: z.string() })),
      /** Lines of payments that are not completed, which an import leaves out. */
      skipped: z.int(),
      /**
       * Doubts that the file cannot settle. `no-line-end`: its last line may be cut. `no-balances`: it has no balances that show
       * whether a line is missing.
       */
      warnings: z.array(z.enum(["no-line-end", "no-balances"])),
      /** How many lines have a text of a charge. */
      charges: z.int(),
      /** The first ten lines, as they were read. */
      first: z.array(
        z.object({
          bookedOn: z.string(),
          amount: decimal,
          currency: z.string(),
          externalId: z.nullable(z.string()),
          text: z.string(),
          name: z.nullable(z.string()),
          isCharge: z.boolean(),
        }),
      ),
    }),
  },
});
export type RailStatementPreview = AnswerOf<typeof previewRailStatement>;

export const railDifference = z.object({
  account: z.string(),
  /** Names this difference in a decision. */
  key: z.string(),
  kind: z.enum(railDifferenceKinds),
  summary: z.string(),
  day: z.string(),
  ageDays: z.int(),
  lineId: z.nullable(z.uuid()),
  /** The currency of the line. */
  currency: z.nullable(z.string()),
  choices: z.array(z.enum(railChoices)),
  /** Payments that the line could be, the likeliest first. */
  candidates: z.array(z.object({ id: z.string(), label: z.string() })),
  /** The account number of an investor that the line has. */
  accountNumber: z.nullable(z.string()),
  /** The decision that waits for another administrator. */
  proposal: z.nullable(
    z.object({
      id: z.uuid(),
      /** The choice in a sentence. */
      text: z.string(),
      note: z.string(),
      by: person,
      at: z.iso.datetime(),
    }),
  ),
});
export type RailDifference = z.infer<typeof railDifference>;

/** Charges of one account, month and currency that are not in our books yet. */
export const railCharges = z.object({
  account: z.string(),
  /** YYYY-MM. */
  month: z.string(),
  currency: z.string(),
  lines: z.int(),
  /** In `currency`. Negative if more came back than was charged. */
  localAmount: decimal,
  /** In US dollars, at `rate` units of the currency for one; null without a rate. */
  amount: z.nullable(decimal),
  rate: z.nullable(decimal),
  rateAt: z.nullable(z.iso.datetime()),
  /** The booking that waits for another administrator. */
  proposal: z.nullable(z.object({ id: z.uuid(), note: z.string(), by: person, at: z.iso.datetime() })),
});
export type RailCharges = z.infer<typeof railCharges>;

export const railStatements = z.object({
  accounts: z.array(
    z.object({
      account: z.string(),
      kind: z.enum(railStatementKinds),
      from: z.string(),
      to: z.string(),
      shows: z.enum(railStatementContents),
      lines: z.int(),
      matched: z.int(),
      /** Charges that are fees in our books, or were booked or proposed to be booked. */
      charges: z.int(),
      /** Differences that two administrators have explained. */
      explained: z.int(),
      /** The sum of all charges, by currency. */
      charged: z.array(z.object({ currency: z.string(), amount: decimal })),
    }),
  ),
  /** Oldest first, at most 500. */
  differences: z.array(railDifference),
  /** How many there are. */
  total: z.int(),
  charges: z.array(railCharges),
});
export type RailStatements = z.infer<typeof railStatements>;

export const getRailStatements = defineCall({
  method: "GET",
  path: "/api/admin/rail-statements",
  summary: "Compare our books with the imported statements of banks and providers",
  permission: "admin",
  answers: {
    200: z.extend(railStatements, {
      /** False with one administrator in a demo, who decides on their own proposals. */
      needsSecond: z.boolean(),
    }),
  },
  errors: ["CONFLICT"],
});

/** The first of two administrators decides what a difference is. */
export const explainDifference = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements/decisions",
  summary: "Decide what a difference is, as the first of two administrators",
  permission: "admin",
  ...acts.explainDifference,
  body: z.strictObject({
    account: line("Please name the account", 60),
    key: line("Please name the difference", 300),
    note: line("Please explain the difference in at most 500 characters", 500),
    /** Default: explain. */
    kind: z.optional(z.enum(["explain", "link", "credit", "interest"])),
    /** For a link: one of the candidates. */
    paymentId: z.optional(z.string().check(z.maxLength(100))),
    /** Only for a credit. */
    accountNumber: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    /** Only for interest: the first and last day (UTC) that it was paid for, at most 366 days. */
    paidFrom: z.optional(z.iso.date("Please enter the first day that it was paid for")),
    paidUntil: z.optional(z.iso.date("Please enter the last day that it was paid for")),
  }),
  answers: { 201: railDifference },
  errors: ["NOT_FOUND", "CONFLICT"],
});

/** Another administrator approves the decision. A credit is then made by the rules for deposits. */
export const approveExplanation = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements/decisions/:id/approve",
  summary: "Approve the decision on a difference",
  permission: "admin",
  ...acts.approveExplanation,
  params: z.object({ id: z.string() }),
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** Takes a decision back that was not approved yet. */
export const declineExplanation = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements/decisions/:id/decline",
  summary: "Take back a decision that was not approved",
  permission: "admin",
  ...acts.declineExplanation,
  params: z.object({ id: z.string() }),
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** The first of two administrators proposes to book charges: all open ones of a month, or one line. Moves no money. */
export const proposeCharges = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements/charges",
  summary: "Propose to book charges of a statement, as the first of two administrators",
  permission: "admin",
  ...acts.proposeCharges,
  body: z.strictObject({
    account: line("Please name the account", 60),
    month: z
      .string("Please give the month, such as 2026-11")
      .check(z.regex(/^\d{4}-\d{2}$/, "Please give the month, such as 2026-11")),
    currency: z.string().check(z.regex(/^[A-Z]{3,4}$/)),
    /** One line that is in no other way known as a charge. */
    lineId: z.optional(z.uuid()),
    note: line("Please write what the charges are, in at most 500 characters", 500),
  }),
  answers: { 201: railCharges },
  errors: ["NOT_FOUND", "CONFLICT", "PRICE_UNAVAILABLE"],
});

/** Another administrator books the charges to the platform's fees, or declines. The one who proposed them can only decline. */
export const decideCharges = defineCall({
  method: "POST",
  path: "/api/admin/rail-statements/charges/:id/decide",
  summary: "Book charges of a statement, or decline",
  permission: "admin",
  ...acts.decideCharges,
  movesMoney: true,
  params: z.object({ id: z.string() }),
  body: z.strictObject({ decision: z.enum(["book", "decline"]) }),
  answers: { 200: railCharges },
});
