import { useEffect, useState, type ReactNode } from "react";
import { Money } from "../../ui/money.tsx";
import { PercentChange } from "../../ui/percent-change.tsx";
import { FeedTag, SampleDataTag } from "../../ui/tag.tsx";
import { formatTimeAgo, createSampleActivity, type BotActivity } from "./bot-activity.ts";

const SAMPLE_EVERY_MS = 60_000;

/** The latest trades of the bots with their feed tags, or a tagged sample. */
export function RecentBotActivity({ activity }: { activity: readonly BotActivity[] }) {
  const feeds = [...new Set(activity.map(({ feed }) => feed))];
  return (
    <section aria-label="Recent Bot Activity">
      <header className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-14 font-semibold tracking-normal">Recent Bot Activity</h3>
        <span className="flex gap-1.5">
          {feeds.map((feed) => (
            <ActivityTag key={feed} feed={feed} />
          ))}
        </span>
      </header>
      <ol className="mt-1 divide-y divide-line">
        {activity.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} tag={feeds.length > 1 ? <ActivityTag feed={entry.feed} /> : null} />
        ))}
      </ol>
    </section>
  );
}

function ActivityTag({ feed }: { feed: BotActivity["feed"] }) {
  return feed === "sample" ? <SampleDataTag text="Sample data" /> : <FeedTag feed={feed} />;
}

/** `tag` is shown if the trades come from different feeds. */
function ActivityRow({ entry, tag }: { entry: BotActivity; tag: ReactNode }) {
  const { botName, symbol, profit, returnPct, minutesAgo } = entry;
  return (
    <li className="flex items-baseline justify-between gap-3 py-2 text-14" data-testid="bot-activity">
      <span className="min-w-0">
        <span className="block truncate font-semibold">{botName}</span>
        <span className="block truncate text-muted">
          {symbol} · {formatTimeAgo(minutesAgo)}
        </span>
        {tag}
      </span>
      <span className="shrink-0 text-right">
        <Money value={profit} change className="block font-semibold" />
        {returnPct === null ? null : <PercentChange value={returnPct} />}
      </span>
    </li>
  );
}

/** Invented trades, replaced every minute. */
export function SampleBotActivity() {
  const [activity, setActivity] = useState(() => createSampleActivity(Math.random));
  useEffect(() => {
    const timer = setInterval(() => setActivity(createSampleActivity(Math.random)), SAMPLE_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return <RecentBotActivity activity={activity} />;
}
