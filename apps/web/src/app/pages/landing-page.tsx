import { Suspense } from "react";
import { workedExample } from "../../content/landing.ts";
import { MarketPriceCards } from "../../trader/market-price-cards.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { lazyPage } from "../lazy-page.tsx";
import { PublicShell } from "../shell/public-shell.tsx";
import { Hero } from "./landing-hero.tsx";
import { LandingSection } from "./landing-section.tsx";
import * as texts from "../../messages/landing.ts";

const below = lazyPage(() => import("./landing-below.tsx"));
// The rendered HTML contains the whole page, so that it can be read before any script has loaded.
if (import.meta.env.SSR) await below.preload();

export default function LandingPage() {
  useTitle(texts.pageTitle);
  return (
    <PublicShell>
      <Hero />
      <LandingSection
        id="markets"
        title={texts.marketsTitle}
        intro={texts.marketsLead}
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
