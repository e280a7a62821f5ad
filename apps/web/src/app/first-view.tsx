import * as texts from "../messages/shell.ts";

/**
 * The view of signed-in users while the app is loading. The build renders it before the root of every page behind sign-in, and
 * public/first-view.js fills in what they would get now, in all, as on the dashboard, with the texts of the attributes.
 */
export function FirstView() {
  return (
    <main id="first-view" className="mx-auto max-w-6xl px-4 py-10 sm:px-6">
      <p data-first-mode="" data-demo={texts.firstViewDemo} className="text-14 text-warning" />
      <p className="text-18 text-muted">{texts.firstViewWorthNow}</p>
      <p data-first-balance="" className="figure text-[clamp(1.25rem,8.5vw,2.75rem)] font-semibold">
        …
      </p>
      <p role="status" data-as-of={texts.asOf} className="text-14 text-muted">
        {texts.loading}
      </p>
    </main>
  );
}
