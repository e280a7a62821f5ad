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
import * as texts from "../../messages/landing.ts";

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
        title={texts.featuresTitle}
        intro={texts.featuresLead}
        entry={workedExample.pool}
        look="sunken"
      >
        <Features />
      </LandingSection>
      <LandingSection id="performance" title={texts.performanceTitle} entry={workedExample.trade}>
        <DeferredPart
          load={loadPerformance}
          loading={<LandingPerformanceSkeleton />}
          failed={<LandingPerformanceFailed />}
        />
      </LandingSection>
      <LandingSection
        id="pricing"
        title={texts.plansTitle}
        intro={texts.plansLead}
        entry={workedExample.split}
        look="sunken"
      >
        <Plans />
      </LandingSection>
      <LandingSection id="voices" title={texts.voicesTitle}>
        <DeferredPart load={loadVoices} loading={<VoicesSkeleton />} />
      </LandingSection>
      <LandingSection id="how-it-works" title={texts.stepsTitle} intro={texts.stepsLead} look="sunken">
        <Steps />
      </LandingSection>
      <LandingSection id="trust" title={texts.trustTitle}>
        <TrustRow />
      </LandingSection>
      <LandingSection id="questions" title={texts.questionsTitle} look="sunken">
        <Questions />
      </LandingSection>
      <LastCall />
    </>
  );
}
