import type { MarketPrice } from "@wazi/contracts";
import { marketNames } from "../content/labels.ts";
import { Notice } from "../ui/notice.tsx";
import { PercentChange } from "../ui/percent-change.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { FeedTag } from "../ui/tag.tsx";
import { formatPrice } from "../lib/format-price.ts";
import { useMarketPrices } from "./api.ts";
import * as texts from "../messages/market-data.ts";

const CARDS = 5;
const GRID = "grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-2 lg:grid-cols-5";
const CELL =
  "-mt-px -ml-px flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-l border-line p-4 sm:block sm:p-5";

/** One price per market, with its feed. */
export function MarketPriceCards() {
  const prices = useMarketPrices();
  if (prices.status === "failed") {
    return (
      <Notice look="danger" role="alert" title={texts.cardsFailedTitle}>
        {texts.cardsFailedText}
      </Notice>
    );
  }
  // A new feed has no prices yet. Skeletons keep the space until the first ones arrive.
  if (prices.status === "loading" || prices.data.length === 0) return <PriceSkeletons />;
  return (
    <ul className={GRID}>
      {pickOnePerMarket(prices.data).map((price) => (
        <PriceCard key={price.market} price={price} />
      ))}
    </ul>
  );
}

/** The first price of each market, in catalogue order. */
function pickOnePerMarket(prices: readonly MarketPrice[]): MarketPrice[] {
  return (Object.keys(marketNames) as MarketPrice["market"][]).flatMap((market) =>
    prices.filter((price) => price.market === market).slice(0, 1),
  );
}

function PriceCard({ price }: { price: MarketPrice }) {
  return (
    <li className={CELL}>
      <div>
        <h3 className="font-sans text-14 font-medium tracking-normal text-muted">{marketNames[price.market]}</h3>
        <p className="text-16 font-semibold sm:mt-3">{price.symbol}</p>
      </div>
      <div className="text-right sm:text-left">
        <p className="figure text-18 font-semibold tracking-[-0.01em] sm:text-24">{formatPrice(price)}</p>
        <p className="text-14 sm:mt-0.5">
          <PercentChange value={price.changePercent} />
        </p>
      </div>
      <p className="max-sm:w-full sm:mt-4">
        <FeedTag feed={price.feed} />
      </p>
    </li>
  );
}

function PriceSkeletons() {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">{texts.loadingPrices}</span>
      {Array.from({ length: CARDS }, (_, index) => (
        <div key={index} className={CELL}>
          <Skeleton className="h-10 w-20 sm:h-12" />
          <Skeleton className="h-10 w-28 sm:mt-2 sm:h-12" />
          <Skeleton className="h-5 w-28 max-sm:mr-auto sm:mt-5" />
        </div>
      ))}
    </div>
  );
}
