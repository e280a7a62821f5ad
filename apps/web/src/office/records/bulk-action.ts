import type { Person } from "@wazi/contracts";
import * as texts from "../../messages/admin-records.ts";

/** A row that can be decided together with others. */
export interface BulkRow {
  id: string;
  userId: string;
  user: Person;
  /** In US dollars; undefined where no money is decided. */
  amount?: string;
}

/** A decision on many rows of a list. */
export interface BulkAction<Row extends BulkRow> {
  /** "Approve" */
  verb: string;
  /** "approved" */
  participle: string;
  look: "primary" | "danger";
  /** Its effect, to be read before. */
  effect: string;
  /** The text that every row gets; undefined if there is none. */
  note?: { label: string; hint: string; missing: string };
  /** Why this row cannot be decided so; undefined if it can. */
  findObstacle: (row: Row) => string | undefined;
  /** @returns what to say of the decided row */
  decide: (row: Row, note: string) => Promise<string>;
}

/** The kinds of requests that can be decided together. */
export type BulkNoun = "deposit" | "withdrawal" | "verification";

/** "1 deposit", "3 deposits" */
export const countOf = (count: number, noun: BulkNoun | "investor"): string => texts.countOfNoun({ count, noun });

export const ALREADY_DECIDED = texts.alreadyDecided;
