import { type Bot, type BotMarket, formatAmount, type PackageTier, type UserBot } from "@wazi/contracts";
import { memo, type ReactNode, useId } from "react";
import { Link } from "wouter";
import { chooseKeptPlan } from "../../content/bot-money.ts";
import { marketNames } from "../../content/labels.ts";
import { fromCents } from "../../lib/cents.ts";
import { classNames } from "../../lib/class-names.ts";
import { formatNav } from "../../lib/format-number.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { BotRecord } from "./bot-card-record.tsx";
import type { ShownEvidence } from "./bot-filters.ts";
import { findLeastCents, getLockText } from "./bot-lock.ts";
import { BotStatusTag, describeBills, describeClosedBot } from "./bot-status.tsx";
import { computePositionWorth } from "./worth.ts";
import { WaitingExit } from "./waiting-exit.tsx";
import * as texts from "../../messages/investments.ts";

/** One icon per market, drawn on the same lozenge grid. */
const paths: Record<BotMarket, string> = {
  forex: "M4 12 10 6l6 6-6 6ZM12 12l6-6 6 6-6 6Z",
  crypto: "M14 3 24 9v10l-10 6-10-6V9ZM14 9l5 3v5l-5 3-5-3v-5Z",
  stocks: "M5 24V15l3-3 3 3v9M11 24V9l3-3 3 3v15M17 24v-6l3-3 3 3v6",
  commodities: "M14 3l7 5-7 5-7-5ZM7 13l7 5 7-5M7 18l7 5 7-5",
  indices: "M4 4h8v8H4ZM16 4h8v8h-8ZM4 16h8v8H4ZM16 16h8v8h-8ZM12 12l4 4",
  portfolio: "M4 24V8l10-5 10 5v16ZM9 24V12M14 24V9M19 24V12",
};

function MarketGlyph({ market }: { market: BotMarket }) {
  return (
    <span className="flex size-12 shrink-0 items-center justify-center rounded-sm bg-sunken text-primary">
      <svg
        aria-hidden="true"
        viewBox="0 0 28 28"
        className="size-7 fill-none stroke-current stroke-[1.8]"
        strokeLinejoin="round"
      >
        <path d={paths[market]} />
      </svg>
    </span>
  );
}

/** A bot with its record and the investor's position. Rendered again only when one of them changes. */
export const BotCard = memo(function BotCard({
  bot,
  evidence,
  position,
  tier,
  isCompared,
  onActivate,
  onDeactivate,
  onCompare,
}: {
  bot: Bot;
  evidence: ShownEvidence;
  position: UserBot | undefined;
  /** The investor's package, which unlocks bots and sets the share of a profit. */
  tier: PackageTier;
  /** True when it is chosen for a comparison. */
  isCompared: boolean;
  onActivate: (bot: Bot) => void;
  onDeactivate: (position: UserBot) => void;
  onCompare: (bot: Bot) => void;
}) {
  const id = useId();
  const status = describeClosedBot(bot);
  const bills = describeBills(bot);
  const locked = getLockText(bot.place, tier);
  return (
    <li className="rests-behind-dialog min-w-0">
      <article
        aria-labelledby={id}
        className={classNames(
          "flex h-full flex-col rounded-md border bg-surface p-4 sm:p-5",
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
              {bot.market === "portfolio" ? marketNames.portfolio : `${marketNames[bot.market]} · ${bot.strategy}`}
            </p>
          </div>
          {/* Stacked, so that the bot's name has more room. */}
          <div className="flex flex-col items-end gap-1.5 empty:hidden">
            {position === undefined ? null : <Tag look="gain">{texts.active}</Tag>}
            <BotStatusTag bot={bot} />
          </div>
        </header>
        <p className="mt-4 text-14 text-muted max-sm:hidden">{bot.description}</p>
        <BotRecord bot={bot} evidence={evidence} keptPlan={chooseKeptPlan(bot.place, tier)} />
        <p className="mt-1 flex min-h-11 items-center text-14 max-sm:hidden">
          <TextLink href={`/bots/${bot.id}`}>{texts.cardDetails}</TextLink>
        </p>
        {position === undefined ? null : <Position position={position} />}
        {status === null ? null : (
          <p className="margin-rule mt-4 pl-3 text-14">
            {(position === undefined ? status.withoutPosition : status.withPosition)({ bot: bot.name })}
          </p>
        )}
        {bills === null ? null : <p className="margin-rule mt-4 pl-3 text-14">{bills}</p>}
        <footer className="mt-auto pt-2 sm:pt-4">
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
            <label className="flex min-h-11 cursor-pointer items-center gap-2 text-14">
              <input
                type="checkbox"
                className="size-5 accent-primary"
                aria-label={texts.compareName({ name: bot.name })}
                checked={isCompared}
                onChange={() => onCompare(bot)}
              />
              {texts.compare}
            </label>
            {position === undefined && locked === null ? (
              <p className="text-14">
                <span className="text-muted">{texts.minimum}</span>{" "}
                <span className="figure font-semibold">{`$${formatAmount(fromCents(findLeastCents(bot)))}`}</span>
              </p>
            ) : null}
          </div>
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
              aria-label={texts.deactivateName({ name: bot.name })}
            >
              {texts.deactivate}
            </Button>
          ) : locked === null ? (
            <Button
              className="w-full"
              onClick={() => onActivate(bot)}
              disabled={status !== null}
              aria-label={texts.activateName({ name: bot.name })}
            >
              {texts.activate}
            </Button>
          ) : (
            <p className="flex min-h-11 items-center gap-2 text-14 font-medium text-muted">
              <Icon name="lock" className="size-4" />
              {locked}
            </p>
          )}
        </footer>
      </article>
    </li>
  );
});

function Position({ position }: { position: UserBot }) {
  return (
    <dl className="mt-4 grid gap-1.5 text-14">
      <PositionRow term={texts.allocated}>
        <Money value={position.allocatedAmount} />
      </PositionRow>
      <PositionRow term={texts.valueNow}>
        <Money value={computePositionWorth(position)} />
      </PositionRow>
      <PositionRow term={texts.positionRunningProfit}>
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
        <PositionRow term={texts.stopLoss}>
          <Level text={`−${stopLossPct}%`} nav={stopLossNav} />
        </PositionRow>
      )}
      {takeProfitPct === null ? null : (
        <PositionRow term={texts.takeProfit}>
          <Level text={`+${takeProfitPct}%`} nav={takeProfitNav} />
        </PositionRow>
      )}
      <PositionRow term={texts.cardUnitPrice}>
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
        <span className="figure block font-normal text-muted">{texts.cardLevelPrice({ nav: formatNav(nav) })}</span>
      )}
    </>
  );
}
