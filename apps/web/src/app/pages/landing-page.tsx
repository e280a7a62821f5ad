import { Suspense } from "react";
import { workedExample } from "../../content/landing.ts";
import { MarketPriceCards } from "../../features/market-data/market-price-cards.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { lazyPage } from "../lazy-page.tsx";
import { PublicShell } from "../shell/public-shell.tsx";
import { Hero } from "./landing-hero.tsx";
import { LandingSection } from "./landing-section.tsx";

const below = lazyPage(() => import("./landing-below.tsx"));
// The rendered HTML contains the whole page, so that it can be read before any script has loaded.
if (import.meta.env.SSR) await below.preload();

export default function LandingPage() {
  useTitle("Money you can follow");
  return (
    <PublicShell>
      <Hero />
      <LandingSection
        id="markets"
        title="Five markets, current prices"
        intro="The prices the bots see, refreshed every minute. The tag shows where a price comes from."
        entry={workedExample.deposit}
        isFirst
      >
        <MarketPriceCards />
      </LandingSection>
      <Suspense fallback={null}>
        <below.Page />
      </Suspense>
    </PublicShell>
  );
}
