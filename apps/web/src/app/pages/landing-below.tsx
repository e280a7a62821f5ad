import { steps, workedExample } from "../../content/landing.ts";
import { DeferredPart } from "../deferred-part.tsx";
import { Features } from "./landing-features.tsx";
import { LandingSection } from "./landing-section.tsx";
import {
  LandingPartFailed,
  LandingPerformanceSkeleton,
  PortfoliosSkeleton,
  VoicesSkeleton,
} from "./landing-skeletons.tsx";
import * as texts from "../../messages/landing.ts";
import { shareAboveBills } from "../../messages/fees.ts";
import type { ReactNode } from "react";
import { usePublicSettings, useTakesShareAboveBills } from "../../lib/public-settings.ts";
import { usePublicStatus } from "../../office/status/api.ts";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { questions } from "../../content/questions.ts";
import { RiskWarning } from "../../trader/risk-warning.tsx";
import { SupportLink } from "../shell/support-link.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { type Plan, plans } from "../../content/plans.ts";

/** A script that failed to load is not asked for again by the page that has it. */
const reloadPage = (): void => window.location.reload();
const loadPortfolios = () => import("./landing-portfolios.tsx");
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
      <LandingSection id="portfolios" title={texts.portfoliosTitle} intro={texts.portfoliosLead}>
        <DeferredPart
          load={loadPortfolios}
          loading={<PortfoliosSkeleton />}
          failed={<LandingPartFailed title={texts.portfoliosFailedTitle} onRetry={reloadPage} />}
        />
      </LandingSection>
      <LandingSection id="performance" title={texts.performanceTitle} entry={workedExample.trade} look="sunken">
        <DeferredPart
          load={loadPerformance}
          loading={<LandingPerformanceSkeleton />}
          failed={<LandingPartFailed title={texts.performanceFailedTitle} onRetry={reloadPage} />}
        />
      </LandingSection>
      <LandingSection id="pricing" title={texts.plansTitle} intro={<PlansLead />} entry={workedExample.split}>
        <Plans />
      </LandingSection>
      <LandingSection id="voices" title={texts.voicesTitle} look="sunken">
        <DeferredPart
          load={loadVoices}
          loading={<VoicesSkeleton />}
          failed={<LandingPartFailed title={texts.voicesFailedTitle} onRetry={reloadPage} />}
        />
      </LandingSection>
      <LandingSection id="how-it-works" title={texts.stepsTitle} intro={texts.stepsLead}>
        <Steps />
      </LandingSection>
      <LandingSection id="trust" title={texts.trustTitle} look="sunken">
        <TrustRow />
      </LandingSection>
      <LandingSection id="questions" title={texts.questionsTitle}>
        <Questions />
      </LandingSection>
      <LastCall />
    </>
  );
}

function Steps() {
  return (
    <ol className="grid overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li
          key={title}
          className="relative -mt-px -ml-px grid grid-cols-[3.5rem_1fr] border-t border-l border-line p-5 sm:p-6 lg:block lg:p-7"
        >
          {index === steps.length - 1 ? null : <StepThread />}
          <span
            aria-hidden="true"
            className="figure font-display text-44 leading-none font-semibold text-primary lg:text-60"
          >
            {index + 1}
          </span>
          <div className="lg:mt-6">
            <h3 className="text-18 lg:text-24">{title}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The thread from one number to the next. */
function StepThread() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      className="absolute top-12 left-22 z-1 hidden h-7.5 w-[calc(100%-4.5rem)] overflow-visible lg:block"
    >
      <path className="thread" d="M0 8C30 34 70 34 100 8" />
    </svg>
  );
}

function PlansLead() {
  const isAboveBills = useTakesShareAboveBills();
  return isAboveBills ? `${texts.plansLead} ${shareAboveBills}` : texts.plansLead;
}

/** Four trust items, each marked as available, measured or planned. */
function TrustRow() {
  const settings = usePublicSettings();
  const isTls = settings.status === "ready" && settings.data.isTls;
  return (
    <ul className="grid overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-2 xl:grid-cols-4">
      <Item icon="lock" title={isTls ? texts.sslEncrypted : texts.trustTlsPlannedTitle}>
        {isTls ? texts.trustTlsOn : texts.trustTlsOff}
      </Item>
      <Item icon="key" title={texts.trustFactorsTitle}>
        {texts.trustFactors}
      </Item>
      <Item icon="pulse" title={texts.trustUptimeTitle}>
        {texts.trustUptimeText({
          uptime: <Uptime />,
          link: (text) => <TextLink href="/status">{text}</TextLink>,
        })}
      </Item>
      <Item icon="chat" title={texts.trustSupportTitle} planned>
        {texts.trustSupportText}
      </Item>
    </ul>
  );
}

function Item({
  icon,
  title,
  planned = false,
  children,
}: {
  icon: IconName;
  title: string;
  planned?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="-mt-px -ml-px border-t border-l border-line p-5 sm:p-6" data-testid="trust">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <Icon name={icon} className="size-6 text-primary" />
        {planned ? <Tag look="wait">{texts.planned}</Tag> : null}
      </div>
      <h3 className="mt-4 text-18">{title}</h3>
      <p className="mt-1 text-14 text-muted">{children}</p>
    </li>
  );
}

function Uptime() {
  const status = usePublicStatus();
  const measured = status.status === "ready" ? status.data.uptime.sinceStartPct : null;
  if (measured === null) return null;
  return <>{texts.soFar({ measured: <span className="figure font-semibold text-ink">{measured}%</span> })}</>;
}

/** The shared `name` makes the browser keep one question open at a time. This works without scripts. */
function Questions() {
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_18rem] xl:gap-10">
      <div className="overflow-hidden rounded-md border border-line bg-surface">
        {questions.map(({ question, answer }) => (
          <details
            key={question}
            name="questions"
            className="group -mt-px border-t border-line open:bg-[color-mix(in_srgb,var(--accent-tint)_45%,var(--surface))]"
          >
            <summary className="flex min-h-15 items-center justify-between gap-4 px-5 py-3 font-display text-18 font-semibold hover:text-primary focus-visible:-outline-offset-3 sm:px-6">
              {question}
              <svg
                aria-hidden="true"
                viewBox="0 0 20 20"
                className="question-sign size-5 shrink-0 fill-none stroke-primary stroke-2"
              >
                <path d="M10 3v14M3 10h14" />
              </svg>
            </summary>
            <p className="max-w-[64ch] px-5 pb-5 text-muted sm:px-6">{answer}</p>
          </details>
        ))}
      </div>
      <div className="grid content-start gap-6">
        <RiskWarning />
        <SupportLink
          kind="support"
          className="inline-flex min-h-12 items-center justify-center rounded-sm border border-outline bg-surface px-5 font-semibold hover:border-primary hover:text-primary"
        />
      </div>
    </div>
  );
}

/** The end of the worked example and the last sign-up button. */
function LastCall() {
  const { step, amounts, text } = workedExample.balance;
  return (
    <section
      aria-labelledby="last-call-heading"
      className="kuba bg-panel text-on-panel [--knot-ground:var(--panel)] [--kuba-ink:var(--on-panel)] [--kuba-size:96px] [--kuba-strength:0.06]"
    >
      <div className="relative mx-auto w-full max-w-6xl px-4 sm:px-6">
        <span
          aria-hidden="true"
          className="absolute top-0 left-[20.5px] h-16 w-0.5 -translate-x-px bg-accent sm:left-[28.5px] lg:left-[29.5px] lg:h-28"
        />
        <div className="relative py-14 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-8 lg:py-24">
          <span aria-hidden="true" className="knot absolute top-16 left-0 lg:top-27" />
          <aside aria-label={texts.exampleLabel({ step })} className="mb-10 pl-9 lg:mb-0 lg:pt-1.5 lg:pl-7">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-2 font-display text-18 font-semibold lg:text-24">
              {step}
              <Tag look="stitched">{texts.example}</Tag>
            </p>
            <p className="mt-1 text-32 font-semibold tracking-[-0.02em] lg:mt-2">
              <Money value={amounts[0]} />
            </p>
            <p className="mt-1 max-w-[34ch] text-14 text-panel-muted">{text}</p>
          </aside>
          <div className="pl-9 lg:pl-0">
            <h2 id="last-call-heading" className="max-w-[14ch] text-44 leading-[1.04] tracking-[-0.03em] lg:text-60">
              {texts.lastCallTitle}
            </h2>
            <p className="mt-4 max-w-[46ch] text-18 text-panel-muted">{texts.lastCallText}</p>
            <LinkButton href="/signup" look="on-panel" className="mt-8 min-h-13 px-8">
              {texts.startTrading}
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  );
}

function Plans() {
  return (
    <ul className="grid gap-4 xl:grid-cols-3 xl:gap-5">
      {plans.map((plan) => (
        <PlanCard key={plan.tier} plan={plan} />
      ))}
    </ul>
  );
}

function PlanCard({ plan }: { plan: Plan }) {
  return (
    <li className="flex flex-col rounded-md border border-line bg-surface p-6">
      <h3 className="text-24">{plan.name}</h3>
      <p className="mt-1 text-muted">{plan.description}</p>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.minimumDeposit}</dt>
          <dd className="figure text-18 font-semibold">${plan.minDeposit.toLocaleString("en-US")}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.planSplit}</dt>
          <dd className="figure text-18 font-semibold">
            {plan.userSharePct} : {100 - plan.userSharePct}
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.bots}</dt>
          <dd className="figure text-18 font-semibold">{plan.bots}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="text-muted">{texts.markets}</dt>
          <dd className="text-right font-semibold">{plan.markets}</dd>
        </div>
      </dl>
      {plan.planned.length === 0 ? null : (
        <div className="mt-4 text-14 text-muted">
          <Tag>{texts.planned}</Tag>
          <p className="mt-2">{plan.planned.join(", ")}</p>
        </div>
      )}
      <div className="mt-auto pt-6">
        <LinkButton href="/signup" look="secondary" className="w-full">
          {texts.getStarted}
        </LinkButton>
      </div>
    </li>
  );
}
