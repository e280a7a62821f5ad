import { workedExample } from "../../content/landing.ts";
import { usePublicSettings } from "../../features/market-data/api.ts";
import { DeferredPart } from "../deferred-part.tsx";
import { Features } from "./landing-features.tsx";
import { LastCall } from "./landing-last-call.tsx";
import { Plans } from "./landing-plans.tsx";
import { Questions } from "./landing-questions.tsx";
import { LandingSection } from "./landing-section.tsx";
import { LandingPerformanceFailed, LandingPerformanceSkeleton, VoicesSkeleton } from "./landing-skeletons.tsx";
import { Steps } from "./landing-steps.tsx";
import { TrustRow } from "./landing-trust.tsx";

const loadPerformance = () => import("./landing-performance.tsx");
const loadVoices = () => import("./landing-voices.tsx");

/** The landing page below its first screen. It stands in the page from the start, and comes alive after what is above. */
export default function LandingBelow() {
  return (
    <>
      <LandingSection
        id="features"
        title="Built to be looked into"
        intro="What the platform does for you, and where it is not finished yet."
        entry={workedExample.pool}
        look="sunken"
      >
        <Features />
      </LandingSection>
      <LandingSection id="performance" title="What the bots have done" entry={workedExample.trade}>
        <DeferredPart
          load={loadPerformance}
          loading={<LandingPerformanceSkeleton />}
          failed={<LandingPerformanceFailed />}
        />
      </LandingSection>
      <LandingSection
        id="pricing"
        title="Three plans, by what you have deposited"
        intro="No monthly fee. Wazi takes its part of a profit only, and only once a loss has been made up."
        entry={workedExample.split}
        look="sunken"
      >
        <Plans />
      </LandingSection>
      <SampleVoices />
      <LandingSection
        id="how-it-works"
        title="Three steps, no haste"
        intro="Start with as little as $100."
        look="sunken"
      >
        <Steps />
      </LandingSection>
      <LandingSection id="trust" title="What you can hold us to">
        <TrustRow />
      </LandingSection>
      <LandingSection id="questions" title="Seven questions, answered as things are" look="sunken">
        <Questions />
      </LandingSection>
      <LastCall />
    </>
  );
}

/** In live mode nothing made up is shown, so it must be known first that the mode is another. */
function SampleVoices() {
  const settings = usePublicSettings();
  if (settings.status !== "ready" || settings.data.mode === "live") return null;
  return (
    <LandingSection id="voices" title="What people might say">
      <DeferredPart load={loadVoices} loading={<VoicesSkeleton />} />
    </LandingSection>
  );
}
