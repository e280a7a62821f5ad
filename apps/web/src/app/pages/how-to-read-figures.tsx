import type { ReactNode } from "react";
import { figureGroups, verdicts, type FigureText } from "../../content/how-to-read.ts";
import { workedFigures as worked } from "../../content/worked-figures.ts";
import { RangeBar } from "../../ui/range-bar.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import * as texts from "../../messages/how-to-read.ts";

/** Every figure with its meaning and its working in the example, and the verdicts. */
export default function HowToReadFigures() {
  return (
    <>
      <nav aria-label={texts.figuresNavLabel} className="border-t border-line py-6">
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {figureGroups.flatMap(({ figures }) =>
            figures.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center text-primary underline underline-offset-4"
                >
                  {name}
                </a>
              </li>
            )),
          )}
        </ul>
      </nav>
      {figureGroups.map(({ title, intro, figures }) => (
        <section key={title} className="border-t border-line py-9 lg:py-12">
          <h2 className="text-32">{title}</h2>
          <p className="mt-2 max-w-[60ch] text-muted">{intro}</p>
          <div className="mt-6 grid gap-4">
            {figures.map((figure) => (
              <FigurePart key={figure.id} figure={figure}>
                {figure.id === "sharpe" ? <SharpeRange /> : null}
              </FigurePart>
            ))}
          </div>
        </section>
      ))}
      <section id="verdict" className="scroll-mt-15 border-t border-line py-9 lg:py-12">
        <h2 className="text-32">{texts.theVerdict}</h2>
        <p className="mt-2 max-w-[60ch] text-muted">{texts.verdictsLead}</p>
        <dl className="mt-6 grid overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-3">
          {verdicts.map(({ name, rule }) => (
            <div key={name} className="-mt-px -ml-px border-t border-l border-line p-5 sm:p-6">
              <dt className="font-display text-18 font-semibold">{name}</dt>
              <dd className="mt-2 text-muted">{rule}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 max-w-[60ch]">
          {texts.verdictsExample({
            returnPct: worked.returnPct,
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
        <p className="mt-4">
          <TextLink href="/bots">{texts.toBots}</TextLink>
        </p>
      </section>
    </>
  );
}

function FigurePart({ figure, children }: { figure: FigureText; children: ReactNode }) {
  const { id, name, meaning, working, result, watch } = figure;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="grid scroll-mt-15 rounded-md border border-line bg-surface lg:grid-cols-2"
    >
      <div className="p-5 sm:p-6">
        <h3 id={`${id}-heading`} className="text-18 lg:text-24">
          {name}
        </h3>
        <p className="mt-1.5">{meaning}</p>
        <p className="mt-3 text-14 text-muted">{watch}</p>
      </div>
      <div className="border-t border-line p-5 sm:p-6 lg:border-t-0 lg:border-l">
        <h4 className="font-sans text-14 tracking-normal text-muted">{texts.figureExample}</h4>
        <ul className="margin-rule mt-3 grid gap-1.5 pl-4 text-14">
          {working.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-3 text-24 font-semibold tracking-[-0.01em]">{result}</p>
        {children}
      </div>
    </section>
  );
}

function SharpeRange() {
  const { sharpe, sharpeLow, sharpeHigh } = worked;
  return (
    <div className="mt-4">
      <RangeBar
        value={sharpe}
        low={sharpeLow}
        high={sharpeHigh}
        label={texts.sharpeBarLabel({ sharpe, sharpeLow, sharpeHigh })}
      />
    </div>
  );
}
