import type { UseQueryResult } from "@tanstack/react-query";
import type { ExitLine, ExitPreview } from "@wazi/contracts";
import type { ReactNode } from "react";
import { failureText } from "../../lib/api-client.ts";
import { fromCents, toCents } from "../../lib/cents.ts";
import { Money } from "../../ui/money.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { joinNames } from "./exit-text.ts";
import * as texts from "../../messages/investments.ts";

/** The amount that would be added to the balance, how it is computed, the part of each bot and what has to wait. */
export function ExitPreviewBox({ query, children }: { query: UseQueryResult<ExitPreview>; children?: ReactNode }) {
  const preview = query.data;
  return (
    <div className="rounded-sm bg-sunken px-4 py-3 text-14" data-testid="exit-preview">
      {preview !== undefined ? (
        <>
          <Breakdown working={explainPreview(preview)} userSharePct={findCommonUserShare(preview.lines)} />
          {preview.lines.length > 1 ? <ExitLines lines={preview.lines} /> : null}
          <ClosingNote lines={preview.lines} />
          <WaitingNote lines={preview.lines} />
          {children}
          <p className="mt-2 text-muted">{texts.exitValuesChange}</p>
        </>
      ) : query.isError ? (
        <p>{failureText(query.error, texts.exitPreviewFailed)}</p>
      ) : (
        <SkeletonRows rows={3} className="h-5" />
      )}
    </div>
  );
}

/** The investor's share of a profit in percent, if all lines have the same. */
function findCommonUserShare(lines: readonly ExitLine[]): number | undefined {
  const shares = new Set(lines.map(({ userSharePct }) => userSharePct));
  return shares.size === 1 ? [...shares][0] : undefined;
}

function Breakdown({ working, userSharePct }: { working: ExitBreakdown; userSharePct: number | undefined }) {
  const share =
    userSharePct === undefined ? texts.platformsShare : texts.exitShare({ userSharePct: 100 - userSharePct });
  const hasToWait = isNonZero(working.waits);
  return (
    <>
      <dl className="grid gap-1">
        {isNonZero(working.ownMoney) ? <Row term={texts.exitOwnMoney} value={working.ownMoney} /> : null}
        {isNonZero(working.interest) ? <Row term={texts.exitInterest} value={working.interest} change /> : null}
        {isNonZero(working.gain) ? <Row term={texts.exitGain} value={working.gain} change /> : null}
        {isNonZero(working.gain) ? <Row term={share} value={negate(working.platformShare)} /> : null}
        {isNonZero(working.loss) ? <Row term={texts.loss} value={negate(working.loss)} change /> : null}
        {isNonZero(working.adjustments) ? <Row term={texts.exitAdjustments} value={working.adjustments} /> : null}
      </dl>
      <dl className="mt-2 grid gap-1 border-t border-line pt-2" aria-live="polite">
        {hasToWait ? <Row term={texts.exitWaitingPart} value={working.waits} /> : null}
        <Row term={hasToWait ? texts.exitAddedNow : texts.exitAdded} value={working.arrivesNow} isTotal />
      </dl>
      {isNonZero(working.lossMadeUp) ? (
        <p className="mt-1 text-muted">{texts.exitLossMadeUp({ lossMadeUp: <Money value={working.lossMadeUp} /> })}</p>
      ) : null}
      {isNonZero(working.belowBills) ? (
        <p className="mt-1 text-muted">{texts.exitBelowBills({ belowBills: <Money value={working.belowBills} /> })}</p>
      ) : null}
    </>
  );
}

const isNonZero = (amount: string): boolean => toCents(amount) !== 0n;
const negate = (amount: string): string => (isNonZero(amount) ? `-${amount}` : amount);

function Row({
  term,
  value,
  change = false,
  isTotal = false,
}: {
  term: string;
  value: string;
  change?: boolean;
  isTotal?: boolean;
}) {
  return (
    <div className={isTotal ? "flex justify-between gap-4 text-16 font-semibold" : "flex justify-between gap-4"}>
      <dt className={isTotal ? "" : "text-muted"}>{term}</dt>
      <dd>
        <Money value={value} change={change} {...(isTotal ? { testId: "arrives" } : {})} />
      </dd>
    </div>
  );
}

function ExitLines({ lines }: { lines: readonly ExitLine[] }) {
  return (
    <ul className="mt-2 grid gap-1 border-t border-line pt-2">
      {lines.map((line) => (
        <li key={line.botId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            {line.botName}
            {line.closes ? <Tag>{texts.closes}</Tag> : null}
            {line.waits ? <Tag look="wait">{texts.waiting}</Tag> : null}
          </span>
          <Money value={sumPayout(line)} className="ml-auto" />
        </li>
      ))}
    </ul>
  );
}

/** Says which bots close: "This closes all 8 bots.", "This closes your position in Gold Trader." */
function ClosingNote({ lines }: { lines: readonly ExitLine[] }) {
  const closing = lines.filter(({ closes }) => closes).map(({ botName }) => botName);
  const [only] = closing;
  if (only === undefined) return null;
  return (
    <p className="mt-2 font-semibold" data-testid="closing-note">
      {lines.length === 1
        ? texts.exitClosesOne({ botName: only })
        : closing.length === lines.length
          ? texts.exitClosesAll({ lines: lines.length })
          : texts.exitClosesSome({
              closing: closing.length,
              lines: lines.length,
              joinNames: joinNames(closing),
            })}
    </p>
  );
}

function WaitingNote({ lines }: { lines: readonly ExitLine[] }) {
  const waiting = lines.filter(({ waits }) => waits).map(({ botName }) => botName);
  if (waiting.length === 0) return null;
  return <p className="mt-2 text-warning">{texts.exitPartWaits({ joinNames: joinNames(waiting) })}</p>;
}

/** The parts of an exit as decimal strings: own money + interest + gain + adjustments − platform's share − loss = total. */
export interface ExitBreakdown {
  ownMoney: string;
  /** On idle cash, without a share. */
  interest: string;
  /** Before the profit share, without interest. */
  gain: string;
  platformShare: string;
  loss: string;
  /** The part of the gain that makes up an earlier loss. No share is taken on it. */
  lossMadeUp: string;
  /** The part of the gain that Treasury bills would have earned. No share is taken on it. */
  belowBills: string;
  adjustments: string;
  /** The total of the exit. The waiting part is included at the last known price. */
  total: string;
  arrivesNow: string;
  waits: string;
}

/** The amount that one position adds to the balance. */
export function sumPayout(line: Pick<ExitLine, "returned" | "profitToUser">): string {
  return fromCents(toCents(line.returned) + toCents(line.profitToUser));
}

/** Adds up the server's lines. Every figure comes from the server. */
export function explainPreview({ lines, arrives, fromAdjustments }: ExitPreview): ExitBreakdown {
  const sum = (part: (line: ExitLine) => bigint): bigint => lines.reduce((total, line) => total + part(line), 0n);
  const waits = sum((line) => (line.waits ? toCents(sumPayout(line)) : 0n));
  const interest = sum((line) => toCents(line.interest));
  const gain = sum(({ profitToUser, profitShare }) => toCents(profitToUser) + toCents(profitShare)) - interest;
  return {
    ownMoney: fromCents(sum((line) => toCents(line.ownMoney))),
    interest: fromCents(interest),
    gain: fromCents(gain),
    platformShare: fromCents(sum((line) => toCents(line.profitShare))),
    loss: fromCents(sum((line) => toCents(line.loss))),
    lossMadeUp: fromCents(sum((line) => toCents(line.lossMadeUp))),
    belowBills: fromCents(sum((line) => toCents(line.belowBills))),
    adjustments: fromAdjustments,
    total: arrives,
    arrivesNow: fromCents(toCents(arrives) - waits),
    waits: fromCents(waits),
  };
}
