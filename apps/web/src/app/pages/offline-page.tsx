import { LinkButton } from "../../ui/button.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/offline.ts";

/** Shown by the service worker in place of a page that cannot be shown without a connection. */
export default function OfflinePage() {
  return (
    <Article title={texts.youAreOffline} lead={texts.thisPageNeedsConnectionNothing}>
      <ArticlePart title={texts.whatYouCanDo}>
        <p>{texts.checkYourMobileDataOr}</p>
        <p>{texts.ifYouSignedInYour}</p>
        <p>
          <LinkButton href="/dashboard">{texts.openTheDashboard}</LinkButton>
        </p>
      </ArticlePart>
    </Article>
  );
}
