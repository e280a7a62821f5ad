import type { UserRead } from "../../platform/http/user-read.ts";
import { ALL_BOTS, INVESTOR_COLUMNS, type BotRow, type FirstRead, type InvestorRow } from "./store.ts";

/** The investor with the bots, for calls that show figures. */
export const investorRead: UserRead<FirstRead> = {
  own: `select row_to_json(i) from (select ${INVESTOR_COLUMNS}) i`,
  common: ALL_BOTS,
  parse: (row: InvestorRow, bots: BotRow[] | null) => ({ row, bots: bots ?? NO_BOTS, readAt: performance.now() }),
};

const NO_BOTS: readonly BotRow[] = [];
