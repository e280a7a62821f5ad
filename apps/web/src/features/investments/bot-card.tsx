import type { Bot, EvidenceHeadline, UserBot } from "@wazi/contracts";
import { memo, type ReactNode, useId } from "react";
import { Link } from "wouter";
import { marketNames } from "../../content/labels.ts";
import { verdictNames } from "../../content/verdicts.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatNav } from "../../lib/format-number.ts";
import { formatCost, formatInterval, formatSigned, formatYearRange } from "../../lib/format-statistic.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Money } from "../../ui/money.tsx";
import { RangeBar } from "../../ui/range-bar.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag, Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BotStatusTag, describeBotStatus } from "./bot-status.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import { MarketGlyph } from "./market-glyph.tsx";

/** A bot with its record and the investor's position. Rendered again only when one of them changes. */
export const BotCard = memo(function BotCard({
  bot,
  evidence,
  position,
  locked,
  onActivate,
  onDeactivate,
}: {
  bot: Bot;
  /** Undefined while it loads; null without a record. */
  evidence: EvidenceHeadline | null | undefined;
  position: UserBot | undefined;
  /** Why the bot is locked, or null. */
  locked: string | null;
  onActivate: (bot: Bot) => void;
  onDeactivate: (position: UserBot) => void;
}) {
  const id = useId();
  const status = describeBotStatus(bot.status);
  return (
    <li className="rests-behind-dialog min-w-0">
      <article
        aria-labelledby={id}
        className={classNames(
          "flex h-full flex-col rounded-md border bg-surface p-5",
          position === undefined ? "border-line" : "border-primary",
        )}
      >
        <header className="flex items-start gap-3.5">
          <MarketGlyph market={bot.market} />
          <div className="min-w-0 flex-1">
            <h3 id={id} className="text-18 leading-6">
              <Link href={`/bots/${bot.id}`} className="underline-offset-4 hover:text-primary hover:underline">
                {bot.name}
              </Link>
            </h3>
            <p className="text-14 text-muted">
              {marketNames[bot.market]} · {bot.strategy}
            </p>
          </div>
          {/* Stacked, so that the bot's name has more room. */}
          <div className="flex flex-col items-end gap-1.5 empty:hidden">
            {position === undefined ? null : <Tag look="gain">Active</Tag>}
            <BotStatusTag status={bot.status} />
          </div>
        </header>
        <p className="mt-4 text-14 text-muted">{bot.description}</p>
        <BotRecord bot={bot} evidence={evidence} />
        <p className="mt-1 flex min-h-11 items-center text-14">
          <TextLink href={`/bots/${bot.id}`}>Evidence, charts and trades</TextLink>
        </p>
        {position === undefined ? null : <Position position={position} />}
        {status === null ? null : (
          <p className="margin-rule mt-4 pl-3 text-14">
            {bot.name} {position === undefined ? `${status.withoutPosition}.` : status.withPosition}
          </p>
        )}
        <footer className="mt-auto pt-5">
          {position?.exitPending ? (
            <WaitingExit
              exit={position.exitPending}
              botName={bot.name}
              className="rounded-sm border border-dashed border-outline px-4 py-3"
            />
          ) : position !== undefined ? (
            <Button
              look="secondary"
              className="w-full"
              onClick={() => onDeactivate(position)}
              aria-label={`Deactivate ${bot.name}`}
            >
              Deactivate
            </Button>
          ) : locked === null ? (
            <Button
              className="w-full"
              onClick={() => onActivate(bot)}
              disabled={status !== null}
              aria-label={`Activate ${bot.name}`}
            >
              Activate
            </Button>
          ) : (
            <p className="flex min-h-11 items-center justify-center gap-2 rounded-sm border border-dashed border-outline px-3 text-center text-14 font-semibold text-muted">
              <Icon name="lock" className="size-4" />
              {locked}
            </p>
          )}
        </footer>
      </article>
    </li>
  );
});

/** The verdict of the backtest on real prices, and the bot's own record from 30 closed trades on. */
function BotRecord({ bot, evidence }: { bot: Bot; evidence: EvidenceHeadline | null | undefined }) {
  return (
    <div className="mt-4 rounded-sm bg-sunken p-4">
      <Backtest evidence={evidence} />
      {bot.recordSource === "own" ? (
        <>
          <div className="mt-3 mb-2 flex items-center justify-between gap-3 border-t border-line pt-3">
            <h4 className="font-sans text-14 tracking-normal">Own record here</h4>
            <FeedTag feed={bot.feed} />
          </div>
          <dl className="grid grid-cols-2 gap-4">
            <Fact term="Win rate">{bot.winRate}%</Fact>
            <Fact term="Closed trades">{bot.totalTrades.toLocaleString("en-US")}</Fact>
          </dl>
        </>
      ) : (
        <p className="mt-3 border-t border-line pt-2.5 text-14 text-muted">
          Closed here so far: {bot.closedTrades.toLocaleString("en-US")} {bot.closedTrades === 1 ? "trade" : "trades"}
        </p>
      )}
    </div>
  );
}

/** `evidence` is undefined while it loads and null without a record. */
function Backtest({ evidence }: { evidence: EvidenceHeadline | null | undefined }) {
  if (evidence === undefined) return <div className="h-36" />;
  if (evidence === null) return <p className="text-14 text-muted">No backtest on real prices is recorded yet.</p>;
  const { verdict, sharpe, from, to, excessReturnPct, costsPct } = evidence;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h4 className="font-sans text-14 tracking-normal text-muted">Evidence</h4>
        <BacktestTag />
      </div>
      <p className="mt-1 font-display text-18 font-semibold" data-testid="card-verdict">
        {verdictNames[verdict]}
      </p>
      {sharpe === null ? null : (
        <div className="mt-2">
          <RangeBar {...sharpe} label={`Sharpe ratio ${formatInterval(sharpe)} per year, the 95% range in brackets.`} />
        </div>
      )}
      <dl className="mt-2 grid grid-cols-2 gap-4">
        <Fact term="Over cash, a year">{excessReturnPct === null ? "–" : formatSigned(excessReturnPct.value)}</Fact>
        <Fact term="Costs, a year">{costsPct === null ? "–" : formatCost(costsPct)}</Fact>
      </dl>
      <p className="mt-2 text-14 text-muted">
        Real prices {formatYearRange(from, to)}, after costs.{" "}
        <TextLink href="/how-to-read#verdict">How to read this</TextLink>
      </p>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-14 text-muted">{term}</dt>
      <dd className="figure text-18 font-semibold">{children}</dd>
    </div>
  );
}

function Position({ position }: { position: UserBot }) {
  return (
    <dl className="mt-4 grid gap-1.5 text-14">
      <PositionRow term="Allocated">
        <Money value={position.allocatedAmount} />
      </PositionRow>
      <PositionRow term="Value now">
        <Money value={position.value} />
      </PositionRow>
      <PositionRow term="Your running profit">
        <Money value={position.runningProfit} change />
      </PositionRow>
      <RiskLevels position={position} />
    </dl>
  );
}

function PositionRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}

/** The investor's stop-loss and take-profit as percentages and unit prices, and the current unit price. */
function RiskLevels({ position }: { position: UserBot }) {
  const { stopLossPct, stopLossNav, takeProfitPct, takeProfitNav, exitNav } = position;
  if (stopLossPct === null && takeProfitPct === null) return null;
  return (
    <>
      {stopLossPct === null ? null : (
        <PositionRow term="Stop-loss">
          <Level text={`−${stopLossPct}%`} nav={stopLossNav} />
        </PositionRow>
      )}
      {takeProfitPct === null ? null : (
        <PositionRow term="Take-profit">
          <Level text={`+${takeProfitPct}%`} nav={takeProfitNav} />
        </PositionRow>
      )}
      <PositionRow term="Unit price now">
        <span className="figure">{formatNav(exitNav)}</span>
      </PositionRow>
    </>
  );
}

function Level({ text, nav }: { text: string; nav: string | null }) {
  return (
    <>
      <span className="figure">{text}</span>
      {nav === null ? null : (
        <span className="figure block font-normal text-muted">at unit price {formatNav(nav)}</span>
      )}
    </>
  );
}
