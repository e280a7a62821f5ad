import { Icon } from "../../ui/icons.tsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ThemeToggle } from "../../ui/theme-toggle.tsx";
import { Wordmark } from "../../ui/wordmark.tsx";
import * as texts from "../../messages/shell.ts";

const knots = [texts.storyDeposit, texts.storyAllocation, texts.storyTrade, texts.storyWithdrawal] as const;

/** The frame of the sign-in and sign-up forms, with a short explanation of Wazi beside them. */
export function EntryShell({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-[calc(100dvh-2.125rem)] lg:grid-cols-[minmax(0,1fr)_minmax(24rem,0.62fr)]">
      <div className="flex flex-col">
        <header className="flex items-center justify-between gap-4 px-4 py-2 sm:px-8">
          <Link href="/" className="flex min-h-11 items-center gap-2 font-medium text-muted hover:text-ink">
            <Icon name="back" />
            {texts.entryBack}
          </Link>
          <ThemeToggle />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 pt-6 pb-16 sm:px-0 sm:pt-12"
        >
          <div className="mb-8">
            <Wordmark />
          </div>
          {children}
        </main>
      </div>
      <aside
        aria-label={texts.entryStoryLabel}
        className="kuba hidden bg-panel px-12 py-16 text-on-panel [--kuba-ink:var(--on-panel)] [--kuba-strength:0.07] lg:block"
      >
        <div className="sticky top-16">
          <p className="max-w-[12ch] font-display text-44 leading-12 font-semibold tracking-[-0.02em]">
            {texts.entryStoryTitle}
          </p>
          <ol className="mt-12">
            {knots.map((knot, index) => (
              <li key={index} className="relative pb-9 pl-9 last:pb-0">
                {index === knots.length - 1 ? null : (
                  <span aria-hidden="true" className="absolute top-2 left-[4.5px] h-full w-0.5 bg-accent" />
                )}
                <span aria-hidden="true" className="knot absolute top-2 left-0 [--knot-ground:var(--panel)]" />
                {knot({
                  name: (words) => <p className="font-display text-24 font-semibold">{words}</p>,
                  text: (words) => <p className="max-w-[30ch] text-16 text-panel-muted">{words}</p>,
                })}
              </li>
            ))}
          </ol>
        </div>
      </aside>
    </div>
  );
}
