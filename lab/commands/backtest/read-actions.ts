import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseActions, parseReplayFileName, toActionsFileName, type ParsedActions } from "@wazi/trading";

/**
 * Reads the splits and dividends of a file of bars: `{market}_{SYMBOL}_actions.csv` in its folder. There are none when that
 * file does not exist, or when the name of the file of bars does not say its market and symbol.
 */
export function readActionsBeside(barsPath: string): ParsedActions {
  const name = parseReplayFileName(basename(barsPath));
  const none: ParsedActions = { ok: true, actions: [] };
  if (!name.ok) return none;
  const actionsName = toActionsFileName(name.market, name.symbol);
  const path = join(dirname(barsPath), actionsName);
  return existsSync(path) ? parseActions(readFileSync(path, "utf8"), actionsName) : none;
}
