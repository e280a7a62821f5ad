import type { FeedKind, PublicStatus } from "@wazi/contracts";
import { InfoList } from "../../ui/info-list.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { formatAge, formatFeedIssue } from "./status-text.ts";
import * as texts from "../../messages/status.ts";

interface FeedHealthProps {
  status: PublicStatus;
  /** How many times faster than the clock simulated prices move. */
  simulatedSpeed: number;
}

/** The age of the latest prices of each feed, and the feed issues of the last 24 hours. */
export default function FeedHealth({
  status: { at, feeds, feedTroubles, priceProviders },
  simulatedSpeed,
}: FeedHealthProps) {
  const providerOf = (feed: FeedKind): string | undefined =>
    priceProviders.find((each) => each.feed === feed)?.provider;
  if (feeds.length === 0) return <p className="text-14 text-muted">{texts.feedNotYetKnown}</p>;
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {feeds.map(({ feed, symbols, newestPriceAt }) => (
          <li key={feed} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="flex items-center gap-3">
              <FeedTag feed={feed} />
              <span className="text-14 text-muted">
                {feed === "simulated" && simulatedSpeed !== 1
                  ? texts.feedSymbolsFaster({ count: symbols, speed: simulatedSpeed })
                  : texts.feedSymbols({ count: symbols })}
                {providerOf(feed) === undefined ? null : (
                  <span className="block">{texts.from({ providerOf: providerOf(feed) })}</span>
                )}
              </span>
            </span>
            <span className="figure text-16 font-semibold">{formatAge(newestPriceAt, at)}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-6 mb-2 font-sans text-14 font-semibold tracking-normal">{texts.feedIssuesTitle}</h3>
      {feedTroubles.length === 0 ? (
        <p className="text-14 text-muted">{texts.none}</p>
      ) : (
        <>
          <InfoList items={feedTroubles.map(formatFeedIssue)} />
          <p className="mt-3 text-14 text-muted">{texts.feedIssuesText}</p>
        </>
      )}
    </>
  );
}
