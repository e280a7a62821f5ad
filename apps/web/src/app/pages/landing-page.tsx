import { MarketPriceCards } from "../../features/market-data/market-price-cards.tsx";
import { RiskWarning } from "../../features/market-data/risk-warning.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { LinkButton } from "../../ui/button.tsx";
import { LaterPart } from "../later-part.tsx";
import { PublicShell } from "../shell/public-shell.tsx";
import { Hero } from "./landing-hero.tsx";
import { Plans } from "./landing-plans.tsx";
import { LandingPerformanceFailed, LandingPerformanceSkeleton } from "./landing-skeletons.tsx";

const loadPerformance = () => import("./landing-performance.tsx");
const band = "mx-auto w-full max-w-6xl px-4 py-14 sm:px-6 sm:py-20";

export default function LandingPage() {
  useTitle("Money you can follow");
  return (
    <PublicShell>
      <Hero />
      <section id="markets" aria-labelledby="markets-heading" className={band}>
        <h2 id="markets-heading" className="text-32">
          Five markets, priced now
        </h2>
        <p className="mt-2 mb-8 max-w-[60ch] text-muted">
          What the bots see, refreshed each minute. The tag says where a price comes from.
        </p>
        <MarketPriceCards />
      </section>
      <section id="performance" aria-labelledby="performance-heading" className="border-t border-line">
        <div className={band}>
          <h2 id="performance-heading" className="mb-3 text-32">
            What the bots have done
          </h2>
          <LaterPart
            load={loadPerformance}
            loading={<LandingPerformanceSkeleton />}
            failed={<LandingPerformanceFailed />}
          />
        </div>
      </section>
      <section id="pricing" aria-labelledby="pricing-heading" className="border-y border-line bg-sunken">
        <div className={band}>
          <h2 id="pricing-heading" className="text-32">
            Three plans, by what you have deposited
          </h2>
          <p className="mt-2 mb-8 max-w-[60ch] text-muted">
            No monthly fee. Wazi takes its part of a profit only, and only once a loss has been made up.
          </p>
          <Plans />
        </div>
      </section>
      <section aria-label="Before you start" className={band}>
        <div className="grid gap-8 lg:grid-cols-2 lg:items-center">
          <RiskWarning />
          <div className="flex flex-col gap-3 sm:flex-row lg:justify-end">
            <LinkButton href="/signin" look="secondary" className="min-h-12">
              Sign In
            </LinkButton>
            <LinkButton href="/signup" className="min-h-12">
              Start Investing
            </LinkButton>
          </div>
        </div>
      </section>
    </PublicShell>
  );
}
