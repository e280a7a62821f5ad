import type { Bot, UserBot } from "@wazi/contracts";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { marketNames } from "../../content/labels.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatNav } from "../../lib/format-number.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Money } from "../../ui/money.tsx";
import { FeedTag, SampleTag, Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BotStatusTag, describeBotStatus } from "./bot-status.tsx";
import { WaitingExit } from "./waiting-exit.tsx";
import { MarketGlyph } from "./market-glyph.tsx";

export function BotCard({
  bot,
  position,
  locked,
  onActivate,
  onDeactivate,
}: {
  bot: Bot;
  position: UserBot | undefined;
  /** Why the bot is locked, or null. */
  locked: string | null;
  onActivate: () => void;
  onDeactivate: () => void;
}) {
  const id = useId();
  const status = describeBotStatus(bot.status);
  return (
    <li className="min-w-0">
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
        <BotRecord bot={bot} />
        <p className="mt-1 flex min-h-11 items-center text-14">
          <TextLink href={`/bots/${bot.id}`}>Charts and trades</TextLink>
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
            <Button look="secondary" className="w-full" onClick={onDeactivate} aria-label={`Deactivate ${bot.name}`}>
              Deactivate
            </Button>
          ) : locked === null ? (
            <Button
              className="w-full"
              onClick={onActivate}
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
}

/** Win rate and trade count: the catalogue's sample under its tag, or the bot's own record. */
function BotRecord({ bot }: { bot: Bot }) {
  return (
    <div className="mt-4 rounded-sm bg-sunken p-4">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h4 className="font-sans text-14 tracking-normal">Track record</h4>
        {bot.record === "sample" ? <SampleTag /> : <FeedTag feed={bot.feed} />}
      </div>
      <dl className="grid grid-cols-2 gap-4">
        <Fact term="Win rate">
          <span className="figure">{bot.winRate}%</span>
        </Fact>
        <Fact term="Total trades">
          <span className="figure">{bot.totalTrades.toLocaleString("en-US")}</span>
        </Fact>
      </dl>
      <p className="mt-3 border-t border-line pt-2.5 text-14 text-muted">
        {bot.record === "sample"
          ? `Closed here so far: ${bot.closedTrades.toLocaleString("en-US")} ${bot.closedTrades === 1 ? "trade" : "trades"}`
          : "The bot's own closed trades on this platform"}
      </p>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-14 text-muted">{term}</dt>
      <dd className="text-24 font-semibold tracking-[-0.01em]">{children}</dd>
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
