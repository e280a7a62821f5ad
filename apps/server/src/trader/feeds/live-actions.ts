import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { type BotEvent, type CorporateAction, findNextSession } from "@wazi/trading";
import {
  type ActionKind,
  actionKinds,
  computeWaitMs,
  deductTax,
  type PriceSource,
  toSourceError,
} from "./price-source.ts";

/** The provider is asked this long before the venue opens, so that nothing waits for the answer. */
const BEFORE_OPEN_MS = 3.5 * HOUR_MS;
/** An action that the provider publishes up to this many days after its ex-date is taken, and reported as late. */
const LATE_DAYS = 14;
/** Declared actions are asked for this many days ahead. */
const AHEAD_DAYS = 7;
/** Dividends are given again at each start, as long as a state that was restored may lack them. */
const KEPT_DAYS = 400;
const LEAST_ASK_MS = MINUTE_MS;

type KnownAction = CorporateAction & { readonly symbol: string };

/** The questions and the answers. `asked` has for each symbol and kind the last day (since 1970, UTC) that was asked for. */
export interface SavedActions {
  readonly asked: Readonly<Record<string, number>>;
  readonly known: readonly KnownAction[];
}

type ReportAction = (
  kind: "late-action" | ReturnType<typeof toSourceError>["kind"],
  message: string,
  nowMs: number,
) => void;

/** The dividends and splits of the shares and funds of a live feed. */
export interface LiveActions {
  /**
   * Asks what is due, in the background, and returns the events whose sessions have begun, each once for each start: a bot that has
   * taken one is not changed by it.
   */
  take(nowMs: number): BotEvent[];
  /** False from the opening of the venue until the actions of its day were asked. */
  isKnown(symbol: string, nowMs: number): boolean;
  save(): SavedActions;
}

/** The stored actions of these symbols; none of damaged ones. */
export function restoreActions(stored: unknown, symbols: readonly string[]): SavedActions {
  const { asked, known } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  if (typeof asked !== "object" || asked === null || !Array.isArray(known)) return { asked: {}, known: [] };
  const isOurs = (key: string): boolean =>
    symbols.some((symbol) => actionKinds.some((kind) => key === toKey(symbol, kind)));
  return {
    asked: Object.fromEntries(Object.entries(asked).filter(([key, day]) => isOurs(key) && Number.isSafeInteger(day))),
    known: (known as KnownAction[]).filter(({ symbol, kind }) => isOurs(toKey(symbol, kind))),
  };
}

export function createLiveActions(
  source: PriceSource,
  { saved, report, clockMs }: { saved: SavedActions; report: ReportAction; clockMs: () => number },
): LiveActions {
  const shares = source.readActions === undefined ? [] : source.symbols.filter(isShare).map(({ symbol }) => symbol);
  const questions = shares.flatMap((symbol) => actionKinds.map((kind) => ({ symbol, kind })));
  const asked = new Map(Object.entries(saved.asked));
  const isAsked = (symbol: string, kind: ActionKind, day: number): boolean =>
    (asked.get(toKey(symbol, kind)) ?? -Infinity) >= day;
  const known = createKnownActions(saved.known, { report, clockMs });
  let nextMs = 0;
  let failures = 0;
  let isAsking = false;

  const ask = async (symbol: string, kind: ActionKind, day: number): Promise<void> => {
    const before = asked.get(toKey(symbol, kind));
    const question = {
      symbol,
      kind,
      fromMs: (Math.min(day, before ?? day) - LATE_DAYS) * DAY_MS,
      toMs: (day + AHEAD_DAYS) * DAY_MS,
    };
    try {
      const answer = await source.readActions?.(question);
      failures = 0;
      for (const action of answer ?? []) known.add({ ...action, symbol }, before);
      asked.set(toKey(symbol, kind), day);
    } catch (error) {
      const { kind: issue, message, retryAfterMs } = toSourceError(error);
      failures += 1;
      nextMs = clockMs() + computeWaitMs(LEAST_ASK_MS, failures, retryAfterMs);
      report(issue, `dividends and splits: ${message}`, clockMs());
    }
    isAsking = false;
  };

  const askNext = (nowMs: number): void => {
    if (isAsking || nowMs < nextMs) return;
    const day = findAskedDay(nowMs);
    const [next] = questions.filter(({ symbol, kind }) => !isAsked(symbol, kind, day));
    if (next === undefined) return;
    isAsking = true;
    nextMs = nowMs + LEAST_ASK_MS;
    void ask(next.symbol, next.kind, day);
  };

  return {
    take(nowMs) {
      askNext(nowMs);
      return known.takeDue(nowMs).map((action) => toEvent(action, source.dividendTaxPct ?? 0n));
    },
    isKnown(symbol, nowMs) {
      if (!shares.includes(symbol)) return true;
      const session = findNextSession("new-york", nowMs);
      if (session === null || nowMs < session.opensAt) return true;
      const day = toDay(session.opensAt);
      return actionKinds.every((kind) => isAsked(symbol, kind, day));
    },
    save: () => ({ asked: Object.fromEntries(asked), known: known.list() }),
  };
}

/** The actions that the provider has told, and those of them that were not taken since the start. */
function createKnownActions(
  saved: readonly KnownAction[],
  { report, clockMs }: { report: ReportAction; clockMs: () => number },
) {
  let known = saved;
  let waiting = saved;

  const add = (action: KnownAction, askedBefore: number | undefined): void => {
    const same = known.find((each) => isSame(each, action));
    const text = describe(action);
    if (same !== undefined) {
      if (describe(same) !== text)
        report("late-action", `${text} was ${describe(same)} before, which stays`, clockMs());
      return;
    }
    if (askedBefore !== undefined && action.exTime <= askedBefore * DAY_MS)
      report("late-action", `${text} was published after it went ex. It is booked now`, clockMs());
    const oldestMs = clockMs() - KEPT_DAYS * DAY_MS;
    // Splits are needed as long as there are fills from before them (`readHeldQuantities`).
    known = [...known.filter(({ kind, exTime }) => kind === "split" || exTime > oldestMs), action].sort(compare);
    waiting = [...waiting, action].sort(compare);
  };

  return {
    add,
    list: () => known,
    takeDue(nowMs: number): readonly KnownAction[] {
      const due = waiting.filter((action) => findFirstSession(action.exTime) <= nowMs);
      if (due.length > 0) waiting = waiting.filter((action) => !due.includes(action));
      return due;
    },
  };
}

/** Shares and funds have dividends and splits. */
export const isShare = ({ market }: PriceSource["symbols"][number]): boolean =>
  market === "stocks" || market === "portfolio";

const toKey = (symbol: string, kind: ActionKind): string => `${symbol} ${kind}`;
const toDay = (ms: number): number => Math.floor(ms / DAY_MS);

/** The last day for which the provider can be asked: that of the session that is open or opens soon, or else today at the most. */
function findAskedDay(nowMs: number): number {
  const session = findNextSession("new-york", nowMs);
  if (session === null) return toDay(nowMs);
  const day = toDay(session.opensAt);
  return nowMs >= session.opensAt - BEFORE_OPEN_MS ? day : Math.min(toDay(nowMs), day - 1);
}

/** The opening of the first session without the dividend, or after the split. It does not depend on when the action is known. */
export function findFirstSession(exTime: number): number {
  return findNextSession("new-york", exTime)?.opensAt ?? exTime;
}

function toEvent(action: KnownAction, taxPct: bigint): BotEvent {
  const { symbol, exTime } = action;
  const at = { symbol, exTime, barSequence: findFirstSession(exTime) / MINUTE_MS };
  if (action.kind === "split") return { type: "split", ...at, ratio: action.ratio };
  const { amount } = action;
  return { type: "dividend", ...at, amount, ...(taxPct > 0n && { paidAmount: deductTax(amount, taxPct) }) };
}

const isSame = (one: KnownAction, other: KnownAction): boolean =>
  one.symbol === other.symbol && one.kind === other.kind && one.exTime === other.exTime;

/** The dividend of a day is paid on the shares before the split of the same day. */
const compare = (one: KnownAction, other: KnownAction): number =>
  one.exTime - other.exTime || one.kind.localeCompare(other.kind);

function describe(action: KnownAction): string {
  const date = new Date(action.exTime).toISOString().slice(0, 10);
  return action.kind === "dividend"
    ? `${action.symbol}: the dividend of ${Number(action.amount)} on ${date}`
    : `${action.symbol}: the split of ${Number(action.ratio)} on ${date}`;
}
