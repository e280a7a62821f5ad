import { workedExample } from "../../content/landing.ts";
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

/**
 * The landing page below its first screen. It is part of the rendered HTML and becomes interactive after the part
 * above.
 */
export default function LandingBelow() {
  return (
    <>
      <LandingSection
        id="features"
        title="Built to be checked"
        intro="What the platform does for you, and what is still planned."
        entry={workedExample.pool}
        look="sunken"
      >
        <Features />
      </LandingSection>
      <LandingSection id="performance" title="How the bots have performed" entry={workedExample.trade}>
        <DeferredPart
          load={loadPerformance}
          loading={<LandingPerformanceSkeleton />}
          failed={<LandingPerformanceFailed />}
        />
      </LandingSection>
      <LandingSection
        id="pricing"
        title="Three plans, based on your deposits"
        intro="No monthly fee. Wazi takes a share of profits only, and only after losses are made up."
        entry={workedExample.split}
        look="sunken"
      >
        <Plans />
      </LandingSection>
      <LandingSection id="voices" title="Three worked examples">
        <DeferredPart load={loadVoices} loading={<VoicesSkeleton />} />
      </LandingSection>
      <LandingSection
        id="how-it-works"
        title="Start in three steps"
        intro="Start with as little as $100."
        look="sunken"
      >
        <Steps />
      </LandingSection>
      <LandingSection id="trust" title="Security and reliability">
        <TrustRow />
      </LandingSection>
      <LandingSection id="questions" title="Frequently asked questions" look="sunken">
        <Questions />
      </LandingSection>
      <LastCall />
    </>
  );
}
