import { Suspense } from "react";
import { lazyPage } from "../lazy-page.tsx";
import { Article } from "../shell/article.tsx";
import * as texts from "../../messages/help.ts";

const answers = lazyPage(() => import("./help-answers.tsx"));
// The rendered HTML contains the whole page, so that it can be read before any script has loaded.
if (import.meta.env.SSR) await answers.preload();

/** Questions, terms and how to reach a person. */
export default function HelpPage() {
  return (
    <Article title={texts.help} lead={texts.pageLead}>
      <Suspense fallback={null}>
        <answers.Page />
      </Suspense>
    </Article>
  );
}
