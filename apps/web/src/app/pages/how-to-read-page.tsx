import { Suspense } from "react";
import { workedFigures as worked } from "../../content/worked-figures.ts";
import { Tag } from "../../ui/tag.tsx";
import { lazyPage } from "../lazy-page.tsx";
import { Article } from "../shell/article.tsx";
import * as texts from "../../messages/how-to-read.ts";

const figures = lazyPage(() => import("./how-to-read-figures.tsx"));
// The rendered HTML contains the whole page, so that it can be read before any script has loaded.
if (import.meta.env.SSR) await figures.preload();

/** Explains each figure about a bot, with one example worked through. */
export default function HowToReadPage() {
  return (
    <Article title={texts.pageTitle} lead={texts.pageLead}>
      <Example />
      <Suspense fallback={null}>
        <figures.Page />
      </Suspense>
    </Article>
  );
}

/** The twelve months of the example. */
function Example() {
  return (
    <section aria-labelledby="example-heading" className="border-t border-line py-8 lg:py-10">
      <h2 id="example-heading" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-32">
        {texts.exampleTitle({
          tag: (text) => (
            <Tag look="stitched" title={texts.exampleTagTitle}>
              {text}
            </Tag>
          ),
        })}
      </h2>
      <p className="mt-2 max-w-[60ch] text-muted">{texts.exampleText({ start: worked.start })}</p>
      <ol className="mt-6 grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-3 lg:grid-cols-6">
        {worked.monthsPct.map((pct, index) => (
          <li key={index} className="-mt-px -ml-px border-t border-l border-line p-4">
            <span className="block text-14 text-muted">{texts.monthIndex({ index: index + 1 })}</span>
            <span className={`figure block text-18 font-semibold ${pct < 0 ? "text-loss" : "text-gain"}`}>
              <span aria-hidden="true">{pct < 0 ? "▼ " : "▲ "}</span>
              {pct < 0 ? "−" : "+"}
              {Math.abs(pct).toFixed(2)}%
            </span>
            <span className="figure text-14 text-muted">${worked.values[index]}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
