import { LinkButton } from "../../ui/button.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/offline.ts";

/** Shown by the service worker in place of a page that cannot be shown without a connection. */
export default function OfflinePage() {
  return (
    <Article title={texts.pageTitle} lead={texts.pageLead}>
      <ArticlePart title={texts.adviceTitle}>
        <p>{texts.adviceConnection}</p>
        <p>{texts.adviceSavedFigures}</p>
        <p>
          <LinkButton href="/dashboard">{texts.toDashboard}</LinkButton>
        </p>
      </ArticlePart>
    </Article>
  );
}
