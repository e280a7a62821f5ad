import { useMarketPrices } from "../../trader/api.ts";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/landing.ts";

/** The drawing on a feature card. */
type FeatureSign = "clock" | "markets" | "limits" | "ledger" | "lock" | "measure";

interface Feature {
  sign: FeatureSign;
  title: string;
  text: string;
  /** Planned, not available yet. */
  planned?: string;
  link?: { label: string; href: string };
}

const features: readonly Feature[] = [
  {
    sign: "clock",
    title: texts.featureClockTitle,
    text: texts.featureClockText,
  },
  {
    sign: "markets",
    title: texts.featureMarketsTitle,
    text: texts.featureMarketsText,
    planned: texts.n100Pairs,
  },
  {
    sign: "limits",
    title: texts.featureLimitsTitle,
    text: texts.featureLimitsText,
  },
  {
    sign: "ledger",
    title: texts.featureLedgerTitle,
    text: texts.featureLedgerText,
  },
  {
    sign: "lock",
    title: texts.protectedData,
    text: texts.featureSecurityText,
    link: { label: texts.featureSecurityLink, href: "/security" },
  },
  {
    sign: "measure",
    title: texts.featureMeasuredTitle,
    text: texts.featureMeasuredText,
    link: { label: texts.todaysFigures, href: "/status" },
  },
];

/** Line drawings on a grid of 96 by 48: outlines in ink, the thread in marigold. */
const signs: Record<FeatureSign, { ink: string; thread: string; knot: readonly [x: number, y: number] }> = {
  clock: {
    ink: "M24 4a20 20 0 1 0 0 40 20 20 0 0 0 0-40ZM24 12v12l8 5",
    thread: "M24 4a20 20 0 0 1 17.300 30",
    knot: [41.3, 34],
  },
  markets: {
    ink: "M4 24l9-9 9 9-9 9ZM22 24l9-9 9 9-9 9ZM40 24l9-9 9 9-9 9ZM58 24l9-9 9 9-9 9ZM76 24l9-9 9 9-9 9Z",
    thread: "M4 24l9-9 18 18 18-18 18 18 18-18",
    knot: [85, 15],
  },
  limits: { ink: "M4 8h88M4 40h88", thread: "M4 30l14-12 12 8 16-12 14 14 12-4 14 16", knot: [86, 40] },
  ledger: { ink: "M4 8h88M4 20h88M4 32h88M4 44h88M22 2v44M26 2v44", thread: "M26 14h40l-30 12h48", knot: [84, 26] },
  lock: {
    ink: "M26 2l22 22-22 22L4 24ZM26 10l14 14-14 14-14-14Z",
    thread: "M92 24H26",
    knot: [26, 24],
  },
  measure: {
    ink: "M4 44h88M12 44v-8M24 44v-14M36 44v-8M48 44v-14M60 44v-8M72 44v-14M84 44v-8",
    thread: "M4 20c12-14 20 8 32 0s16-14 28-6 14 4 20 0",
    knot: [84, 14],
  },
};

export function Features() {
  return (
    <ul className="grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-2 xl:grid-cols-3">
      {features.map(({ sign, title, text, planned, link }) => (
        <li
          key={title}
          className="-mt-px -ml-px flex flex-col border-t border-l border-line p-5 sm:p-6"
          data-testid="feature"
        >
          <Sign {...signs[sign]} />
          <h3 className="mt-6 text-18 lg:text-24">{title}</h3>
          <p className="mt-1.5 text-muted">
            {text} {sign === "markets" ? <SymbolCount /> : null}
          </p>
          {planned === undefined ? null : (
            <p className="mt-3 flex items-center gap-2 text-14">
              <Tag look="wait">{texts.planned}</Tag>
              {planned}
            </p>
          )}
          {link === undefined ? null : (
            <p className="mt-auto inline-flex min-h-11 items-center pt-3">
              <TextLink href={link.href}>{link.label}</TextLink>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The number of symbols that currently have prices. */
function SymbolCount() {
  const prices = useMarketPrices();
  if (prices.status !== "ready" || prices.data.length === 0) return null;
  return <>{texts.featureSymbols({ data: prices.data.length })}</>;
}

function Sign({ ink, thread, knot: [x, y] }: (typeof signs)[FeatureSign]) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 96 48"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-14 w-28 overflow-visible fill-none"
    >
      <path d={ink} className="stroke-outline stroke-[1.2]" />
      <path d={thread} className="stroke-accent stroke-[2.200]" />
      <circle cx={x} cy={y} r="4.500" className="fill-accent" />
    </svg>
  );
}
