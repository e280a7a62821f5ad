import { DEFAULT_PAGE_SIZE, type listUserMovements as call, type QueryOf, type UserMovement } from "@wazi/contracts";
import { negate } from "@wazi/domain";
import {
  formatLedgerAccount,
  toBalances,
  computeChanges,
  toStatementFigures,
  addBalances,
  type Balances,
  type Movement,
  formatMovement,
  readMovements,
} from "../../ledger/api.ts";
import { answerTable, type TablePage } from "../../platform/paging/answer-table.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireListedUser } from "./user-access.ts";
import {
  countMovements,
  findUserRow,
  listMovementPlaces,
  movementOrder,
  type PostedRow,
  readBalancesAfter,
  readBotNames,
  readPostings,
} from "./store.ts";

type Deps = Pick<BackOfficeDeps, "sql">;

/**
 * Lists the ledger transactions of a user's money, newest first, in pages in both directions, with all entries and each
 * figure afterwards. Balances are computed back from the current ones, so the first page costs the same for any length of
 * history.
 * @throws AppError NOT_FOUND unknown, deleted, or an administrator · VALIDATION a cursor of another list
 */
export async function listUserMovements(
  deps: Deps,
  input: { userId: string; query: QueryOf<typeof call> },
): Promise<TablePage<UserMovement>> {
  const { sql } = deps;
  const { id: userId } = requireListedUser(await findUserRow(sql, input.userId));
  const page = await answerTable(
    {
      table: `movements ${userId}`,
      order: movementOrder,
      readRows: (slice) => listMovementPlaces(sql, userId, slice),
      countRows: () => countMovements(sql, userId),
      toItems: (places) =>
        buildMovements(
          deps,
          userId,
          places.map(({ id }) => id),
        ),
    },
    // Always a page, because a history can be long.
    { ...input.query, limit: input.query.limit ?? DEFAULT_PAGE_SIZE },
  );
  if (Array.isArray(page)) throw new Error("a list with a limit must return a page");
  return page;
}

/** @param ids newest first, without gaps */
async function buildMovements({ sql }: Deps, userId: string, ids: readonly string[]): Promise<UserMovement[]> {
  const [newest] = ids;
  if (newest === undefined) return [];
  const [movements, latest, postings, botNames] = await Promise.all([
    readMovements(sql, userId, ids),
    readBalancesAfter(sql, userId, newest),
    readPostings(sql, userId, ids),
    readBotNames(sql),
  ]);
  const postingOf = new Map(postings.map((row) => [row.id, row]));
  let after = toBalances(latest);
  return movements.map((movement) => {
    const item = toUserMovement({ userId, movement, after, posting: postingOf.get(movement.id), botNames });
    after = addBalances(after, negateBalances(computeChanges(movement)));
    return item;
  });
}

interface MovementInput {
  userId: string;
  movement: Movement;
  after: Balances;
  posting: PostedRow | undefined;
  botNames: ReadonlyMap<string, string>;
}

function toUserMovement({ userId, movement, after, posting, botNames }: MovementInput): UserMovement {
  const botNameOf = (botId: string): string => botNames.get(botId) ?? botId;
  return {
    id: movement.id,
    at: movement.postedAt.toISOString(),
    kind: movement.kind,
    text: formatMovement(movement, userId, "administrator"),
    reason: movement.reason,
    actor: posting?.actor ?? null,
    amounts: toStatementFigures(computeChanges(movement)),
    balances: toStatementFigures(after),
    entries: (posting?.entries ?? []).map(({ code, amount }) => ({
      account: formatLedgerAccount(code, { userId, botNameOf }),
      amount,
    })),
  };
}

function negateBalances(changes: Balances): Balances {
  const opposite = { ...changes };
  for (const account of Object.keys(opposite) as (keyof Balances)[]) opposite[account] = negate(opposite[account]);
  return opposite;
}
