import { previewDeactivation, type UserBot } from "@wazi/contracts";
import type { ReactNode } from "react";
import { explain, type ExplainedTerm } from "../../content/explained-terms.ts";
import { toCents } from "../../lib/cents.ts";
import { formatDay, formatDayAndTime } from "../../lib/format-date.ts";
import { formatCoins, formatNav } from "../../lib/format-number.ts";
import * as texts from "../../messages/investments.ts";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WhatIs } from "../../ui/what-is.tsx";
import { useExitPreview, usePositionEntries } from "./api.ts";
import { findEntryCost, isCut } from "./entry-cost.ts";
import { ExitPreviewBox } from "./exit-preview-box.tsx";
import { readPositionFigures } from "./worth.ts";

/** The investor's position in one bot, line by line, and what closing it would pay. */
export default function PositionBreakdown({ position }: { position: UserBot }) {
  const preview = useExitPreview(previewDeactivation, { botId: position.botId }, position.exitPending !== null);
  const figures = readPositionFigures(position, position.exitPending === null ? preview.data : undefined);
  const { fresh, valuedAt, activatedAt, userSharePct, shareAbove, lossCarried } = position;
  return (
    <div className="grid gap-5">
      <dl className="margin-rule grid gap-2 pl-4 text-14">
        <Line term={texts.breakdownPutIn({ activatedAt: formatDay(activatedAt) })}>
          <Money value={position.allocatedAmount} testId="position-own-money" />
        </Line>
        <Entries position={position} />
        <Line term={texts.units} explained="unit">
          <span className="figure">{formatUnits(position.units)}</span>
        </Line>
        <Line term={texts.breakdownNav} explained="nav">
          <span className="figure">{formatNav(figures.exitNav)}</span>
        </Line>
        <Line term={texts.valueNow} isTotal>
          <Money value={figures.worth} testId="position-value" />
        </Line>
        <Line term={texts.positionRunningProfit}>
          <Money value={figures.runningProfit} change testId="position-profit" />
        </Line>
        {toCents(figures.interest) === 0n ? null : (
          <Line term={texts.breakdownInterest}>
            <Money value={figures.interest} testId="position-interest" />
          </Line>
        )}
        <Line term={shareAbove === "bills" ? texts.breakdownShareAboveBills : texts.breakdownShare}>
          <span className="figure">{userSharePct}%</span>
        </Line>
        {toCents(lossCarried) === 0n ? null : (
          <Line term={texts.breakdownEarlierLoss}>
            <Money value={lossCarried} />
          </Line>
        )}
        <Level term={texts.stopLoss} sign="−" pct={position.stopLossPct} nav={position.stopLossNav} />
        <Level term={texts.takeProfit} sign="+" pct={position.takeProfitPct} nav={position.takeProfitNav} />
      </dl>
      <p className="text-14 text-muted">
        {texts.breakdownValuedOn({ fresh: fresh ? "yes" : "other", valuedAt: formatDayAndTime(valuedAt) })}
      </p>
      {position.exitPending === null ? (
        <div>
          <h3 className="mb-2 text-16">{texts.breakdownCloseTitle}</h3>
          <ExitPreviewBox query={preview} />
        </div>
      ) : (
        <Notice look="info">{texts.breakdownExitWaiting}</Notice>
      )}
    </div>
  );
}

const SHOWN_ENTRIES = 3;

/** The fills of the investor's own purchases: the unit price that was paid, and what joining cost. */
function Entries({ position }: { position: UserBot }) {
  const { data: entries, isError, isFetching, refetch } = usePositionEntries(position);
  if (entries === undefined) {
    return (
      <Line term={texts.entryCost}>
        {isError ? (
          <button
            type="button"
            className="-my-3 min-h-11 font-semibold text-primary underline underline-offset-4"
            aria-busy={isFetching || undefined}
            onClick={() => void refetch()}
          >
            {texts.entriesFailed}
          </button>
        ) : (
          <Skeleton className="mt-1 h-4 w-16" />
        )}
      </Line>
    );
  }
  if (entries.length === 0) return null;
  const cost = findEntryCost(entries);
  const earlier = entries.length - SHOWN_ENTRIES;
  return (
    <>
      {earlier > 0 ? (
        <Line term={texts.entryEarlier}>
          <span className="figure">
            {earlier}
            {isCut(entries) ? "+" : null}
          </span>
        </Line>
      ) : null}
      {entries.slice(-SHOWN_ENTRIES).map(({ at, units, unitPrice }) => (
        <Line key={at} term={texts.entryBought({ units: formatUnits(units) })}>
          <span className="figure" data-testid="entry-price">
            {formatCoins(unitPrice)}
          </span>
        </Line>
      ))}
      <Line term={texts.entryCost}>
        {cost === undefined ? (
          <span data-testid="entry-cost">{texts.entryCostNotRecorded}</span>
        ) : (
          <Money value={cost} testId="entry-cost" />
        )}
      </Line>
    </>
  );
}

const SHOWN_PLACES = 6;

/** Truncated, not rounded, so that nobody seems to own more than they do. */
function formatUnits(units: string): string {
  const [whole = "0", fraction = ""] = units.split(".");
  return `${whole}.${fraction.slice(0, SHOWN_PLACES).padEnd(2, "0")}`;
}

function Line({
  term,
  explained,
  isTotal = false,
  children,
}: {
  term: string;
  explained?: ExplainedTerm;
  isTotal?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      className={
        isTotal ? "flex justify-between gap-4 border-t border-line pt-2 text-16" : "flex justify-between gap-4"
      }
    >
      <dt className={isTotal ? "font-semibold" : "text-muted"}>
        {term}
        {explained === undefined ? null : <WhatIs {...explain(explained)} />}
      </dt>
      <dd className="shrink-0 text-right font-semibold">{children}</dd>
    </div>
  );
}

function Level({ term, sign, pct, nav }: { term: string; sign: string; pct: string | null; nav: string | null }) {
  if (pct === null) return null;
  return (
    <Line term={term}>
      <span className="figure">
        {sign}
        {pct}%
      </span>
      {nav === null ? null : (
        <span className="figure ml-2 font-normal text-muted">{texts.atNav({ nav: formatNav(nav) })}</span>
      )}
    </Line>
  );
}
