import { LinkButton } from "../../ui/button.tsx";
import { LaterPart } from "../later-part.tsx";
import { Cloth } from "./landing-cloth.tsx";
import { LandingPanelSkeleton } from "./landing-skeletons.tsx";

const loadPanel = () => import("./landing-panel.tsx");

const knots = [
  { name: "Deposit", text: "Your money arrives at an address that is yours alone, and is written into the ledger." },
  { name: "Pool", text: "You give it to a bot. It buys units of that bot's pool at the value of that moment." },
  { name: "Trade", text: "Each trade that closes moves the value of a unit, up or down, for everyone alike." },
  { name: "Balance", text: "Take it back when you want. The network fee of a withdrawal is on us." },
] as const;

/** The idea, and the thread that carries it: from a deposit to a balance in four knots. */
export function Hero() {
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="relative mx-auto w-full max-w-6xl px-4 pt-14 pb-12 sm:px-6 sm:pt-24 sm:pb-16">
        <h1 className="max-w-[11ch] text-44 leading-[1.02] tracking-[-0.03em] sm:text-60 lg:text-[5.5rem] lg:leading-[0.98]">
          Money you can follow.
        </h1>
        <p className="mt-6 max-w-[46ch] text-18 text-muted">
          Trading bots in forex, crypto, stocks, commodities and indices, on a ledger you can read: every figure you see
          is computed from its entries.
        </p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          <LinkButton href="/signup" className="min-h-13 px-7">
            Start Investing
          </LinkButton>
          <LinkButton href="/signin" look="secondary" className="min-h-13 px-7">
            Sign In
          </LinkButton>
        </div>
        <div className="relative mt-14 sm:mt-20">
          <Story />
          <div className="mt-12 xl:absolute xl:right-[7.5rem] xl:bottom-[calc(100%+5.5rem)] xl:mt-0 xl:w-88">
            <LaterPart load={loadPanel} loading={<LandingPanelSkeleton />} />
          </div>
        </div>
      </div>
    </section>
  );
}

function Story() {
  return (
    <ol aria-label="The way of your money" className="relative grid gap-8 lg:grid-cols-4 lg:gap-0">
      {knots.map(({ name, text }, index) => (
        <li key={name} className="relative pl-9 lg:pt-10 lg:pr-8 lg:pl-0">
          <span
            aria-hidden="true"
            className={
              index === knots.length - 1 ? "hidden" : "absolute top-2 -bottom-10 left-[4.5px] w-0.5 bg-accent lg:hidden"
            }
          />
          {index === knots.length - 1 ? <Cloth /> : <HangingThread />}
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
