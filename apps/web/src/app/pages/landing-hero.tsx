import { moneySteps, rotatingWords } from "../../content/landing.ts";
import { usePublicSettings } from "../../lib/public-settings.ts";
import { useMayBeSignedIn } from "../../lib/session.ts";
import { LinkButton } from "../../ui/button.tsx";
import { FeedTag } from "../../ui/tag.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import { TradingTag } from "../shell/trading-tag.tsx";
import { LandingPanelSkeleton } from "./landing-skeletons.tsx";
import * as texts from "../../messages/landing.ts";
import { useEffect, useState } from "react";
import { classNames } from "../../lib/class-names.ts";

const EVERY_MS = 3000;

/**
 * Phrases that rotate below the headline. With reduced motion, the first one stays. All phrases share one place, so the
 * layout does not shift, and a screen reader reads them once.
 */
function RotatingWords({ className }: { className?: string }) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    const timer = setInterval(() => {
      if (!calm.matches) setShown((index) => (index + 1) % rotatingWords.length);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={classNames("grid w-fit", className)}>
      <span className="sr-only">{rotatingWords.join(", ")}</span>
      {rotatingWords.map((words, index) => (
        <span
          key={words}
          aria-hidden="true"
          data-testid={index === shown ? "rotating-words" : undefined}
          className={classNames("rotating-words", index === shown && "rotating-words-shown")}
        >
          {words}
        </span>
      ))}
    </span>
  );
}

/**
 * The lozenges of the cloth: column, row and number of rings. The irregular pattern is intentional, as in woven Kuba
 * cloth.
 */
const SIZE = 96;
const COLUMNS = 5;
const ROWS = 4;
/** The position of the last knot, below the cloth and from its left edge. */
const DROP = 146;
const KNOT_X = 177;
const solid = new Set(["1,0", "3,1", "0,2", "2,2", "4,3"]);
const open = new Set(["2,0", "4,1", "1,3"]);

/** A decorative piece of Kuba cloth, with a thread that ends in the last knot of the steps below. */
function KubaCloth() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS * SIZE} ${ROWS * SIZE + DROP}`}
      className="pointer-events-none absolute bottom-[calc(100%-6px)] left-[-135px] hidden w-[380px] max-w-none overflow-visible lg:block xl:left-[-153px] xl:w-[430px]"
    >
      <rect width={COLUMNS * SIZE} height={ROWS * SIZE} rx="10" className="fill-panel" />
      <g className="fill-none stroke-on-panel stroke-2 opacity-55">
        {Array.from({ length: COLUMNS * ROWS }, (_, index) => (
          <Lozenge key={index} column={index % COLUMNS} row={Math.floor(index / COLUMNS)} />
        ))}
      </g>
      <path
        className="fill-none stroke-accent stroke-[2.800]"
        strokeLinejoin="round"
        strokeLinecap="round"
        d={`M480 48H432L384 96 336 48 288 96 240 48 192 96 144 48 48 144 96 192 144 144 192 192 240 144 288 192 336 144 384 192 432 240 384 288 336 240 240 336 192 288 144 336 192 384C226 418 ${KNOT_X + 60} 470 ${KNOT_X} ${ROWS * SIZE + DROP}`}
      />
    </svg>
  );
}

function Lozenge({ column, row }: { column: number; row: number }) {
  const key = `${column},${row}`;
  const x = column * SIZE + SIZE / 2;
  const y = row * SIZE + SIZE / 2;
  const rings = open.has(key) ? [46] : [46, 32, 18];
  return (
    <>
      {rings.map((radius) => (
        <path key={radius} d={`M${x} ${y - radius}l${radius} ${radius} ${-radius} ${radius} ${-radius} ${-radius}Z`} />
      ))}
      {solid.has(key) ? <path className="fill-on-panel" d={`M${x} ${y - 18}l18 18-18 18-18-18Z`} /> : null}
    </>
  );
}

const loadPanel = () => import("./landing-panel.tsx");

/** The headline and the four steps from a deposit to a balance. */
export function Hero() {
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="relative mx-auto w-full max-w-6xl px-4 pt-10 pb-12 sm:px-6 sm:pt-16 sm:pb-16 lg:pt-20">
        <HeroBadge />
        <h1 className="text-44 leading-[1.02] tracking-[-0.03em] sm:text-60 lg:text-[5.5rem] lg:leading-[0.98]">
          <span className="block max-w-[11ch]">{texts.heroTitle}</span>
          <RotatingWords className="mt-[0.35em] max-w-none text-[2rem] leading-[1.3] tracking-[-0.02em] text-primary sm:text-[2.5rem] lg:text-[3.25rem]" />
        </h1>
        <p className="mt-6 max-w-[46ch] text-18 text-muted">{texts.heroLead}</p>
        <Ways />
        <div className="relative mt-14 sm:mt-20">
          <Story />
          <div className="mt-12 xl:absolute xl:right-[7.5rem] xl:bottom-[calc(100%+5.5rem)] xl:mt-0 xl:w-88">
            <DeferredPart load={loadPanel} loading={<LandingPanelSkeleton />} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Into the product, or on to the account of those who are signed in. */
function Ways() {
  const mayBeSignedIn = useMayBeSignedIn();
  return (
    <div className="mt-8 flex flex-col gap-3 sm:flex-row">
      {mayBeSignedIn ? (
        <LinkButton href="/dashboard" className="min-h-13 px-7">
          {texts.heroDashboard}
        </LinkButton>
      ) : (
        <>
          <LinkButton href="/signup" className="min-h-13 px-7">
            {texts.startInvesting}
          </LinkButton>
          <LinkButton href="/signin" look="secondary" className="min-h-13 px-7">
            {texts.signIn}
          </LinkButton>
        </>
      )}
    </div>
  );
}

/** The trading mode and the price feed. Their space is reserved until they are known. */
function HeroBadge() {
  const settings = usePublicSettings();
  return (
    <p className="mb-5 flex min-h-6 flex-wrap gap-2 sm:mb-6" data-testid="hero-badge">
      {settings.status === "ready" ? (
        <>
          <TradingTag broker={settings.data.broker} />
          <FeedTag feed={settings.data.feed} />
        </>
      ) : null}
    </p>
  );
}

function Story() {
  return (
    <ol aria-label={texts.heroStoryLabel} className="relative grid gap-8 lg:grid-cols-4 lg:gap-0">
      {moneySteps.map(({ name, text }, index) => (
        <li key={name} className="relative pl-9 lg:pt-10 lg:pr-8 lg:pl-0">
          <span
            aria-hidden="true"
            className={
              index === moneySteps.length - 1
                ? "hidden"
                : "absolute top-2 -bottom-10 left-[4.5px] w-0.5 bg-accent lg:hidden"
            }
          />
          {index === moneySteps.length - 1 ? <KubaCloth /> : <HangingThread />}
          <span aria-hidden="true" className="knot absolute top-2 left-0 [--knot-ground:var(--paper)] lg:top-0" />
          <h2 className="text-24">{name}</h2>
          <p className="mt-1.5 max-w-[34ch] text-16 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}

function HangingThread() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      className="absolute top-0 left-[5px] hidden h-7.5 w-full overflow-visible lg:block"
    >
      <path className="thread" d="M0 6C30 36 70 36 100 6" />
    </svg>
  );
}
