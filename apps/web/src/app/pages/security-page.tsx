import { usePublicSettings } from "../../lib/public-settings.ts";
import { claimGroups, missingProtections, remainingRisks } from "../../content/security-claims.ts";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/security.ts";

export default function SecurityPage() {
  return (
    <Article title={texts.security} lead={texts.pageLead}>
      <ArticlePart title={texts.yourConnection}>
        <Connection />
      </ArticlePart>
      {claimGroups.map(({ title, claims }) => (
        <ArticlePart key={title} title={title}>
          <ul className="grid gap-3.5">
            {claims.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </ArticlePart>
      ))}
      <ArticlePart title={texts.remainsTitle}>
        <ul className="grid gap-3.5">
          {remainingRisks.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.missingTitle}>
        <ul className="grid gap-3.5">
          {missingProtections.map(({ text, isPlanned }) => (
            <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {text}
              {isPlanned ? <Tag look="wait">{texts.planned}</Tag> : null}
            </li>
          ))}
        </ul>
      </ArticlePart>
      <ArticlePart title={texts.seeTitle}>
        <p>
          {texts.seeText({
            link: (text) => <TextLink href="/status">{text}</TextLink>,
            link2: (text) => <TextLink href="/cookies">{text}</TextLink>,
          })}
        </p>
      </ArticlePart>
    </Article>
  );
}

/** Whoever deploys Wazi sets up TLS. The page claims it only if this answer came over TLS. */
function Connection() {
  const settings = usePublicSettings();
  if (settings.status === "ready" && settings.data.isTls) {
    return <p>{texts.connectionTls}</p>;
  }
  return <p>{texts.connectionTlsPlanned({ part: settings.status === "ready" ? texts.connectionPlain : null })}</p>;
}
