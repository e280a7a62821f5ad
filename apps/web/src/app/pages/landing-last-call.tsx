import { workedExample } from "../../content/landing.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as texts from "../../messages/landing.ts";

/** The end of the worked example and the last sign-up button. */
export function LastCall() {
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
