import type { ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { BacktestTag } from "../../ui/backtest-tag.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import type { BotActivity } from "./bot-activity.ts";
import * as texts from "../../messages/track-records.ts";

/** The latest trades of the bots, or the last ones of their backtests, under the tag of their source. */
export function RecentBotActivity({ activity }: { activity: readonly BotActivity[] }) {
  const sources = [...new Set(activity.map(({ source }) => source))];
  return (
    <section aria-label={texts.activityLabel}>
      <header className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-14 font-semibold tracking-normal">{texts.activityLabel}</h3>
        <span className="flex gap-1.5">
          {sources.map((source) => (
            <SourceTag key={source} source={source} />
          ))}
        </span>
      </header>
      <ol className="mt-1 divide-y divide-line">
        {activity.map((entry) => (
          <ActivityRow
            key={entry.id}
            entry={entry}
            tag={sources.length > 1 ? <SourceTag source={entry.source} /> : null}
          />
        ))}
      </ol>
    </section>
  );
}

function SourceTag({ source }: { source: BotActivity["source"] }) {
  return source === "backtest" ? <BacktestTag /> : <FeedTag feed={source} />;
}

/** `tag` is shown if the trades come from different feeds. */
function ActivityRow({ entry, tag }: { entry: BotActivity; tag: ReactNode }) {
  const { botName, symbol, profit, returnPct, when } = entry;
  return (
    <li className="flex items-baseline justify-between gap-3 py-2 text-14" data-testid="bot-activity">
      <span className="min-w-0">
        <span className="block truncate font-semibold">{botName}</span>
        <span className="block truncate text-muted">
          {symbol} · {when}
        </span>
        {tag}
      </span>
      <span className="shrink-0 text-right">
        {profit === null ? null : <Money value={profit} change className="block font-semibold" />}
        <PercentChange value={returnPct} />
      </span>
    </li>
  );
}
