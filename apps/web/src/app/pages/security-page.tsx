import { usePublicSettings } from "../../features/market-data/api.ts";
import { claimGroups, missingProtections } from "../../content/security-claims.ts";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";

export default function SecurityPage() {
  return (
    <Article
      title="Security"
      lead="How we protect your money and your data. Each statement is checked by an automated test. What is missing is listed at the end."
    >
      <ArticlePart title="Your connection">
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
      <ArticlePart title="What is missing">
        <ul className="grid gap-3.5">
          {missingProtections.map(({ text, isPlanned }) => (
            <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {text}
              {isPlanned ? <Tag look="wait">Planned</Tag> : null}
            </li>
          ))}
        </ul>
      </ArticlePart>
      <ArticlePart title="See for yourself">
        <p>
          The <TextLink href="/status">status page</TextLink> shows what the platform measures about itself. The{" "}
          <TextLink href="/cookies">cookie page</TextLink> lists every cookie it sets.
        </p>
      </ArticlePart>
    </Article>
  );
}

/** Whoever deploys Wazi sets up TLS. The page claims it only if this answer came over TLS. */
function Connection() {
  const settings = usePublicSettings();
  if (settings.status === "ready" && settings.data.isTls) {
    return <p>This page was sent over TLS, and your browser is told to use only TLS with this site.</p>;
  }
  return (
    <p>
      TLS when deployed.{" "}
      {settings.status === "ready"
        ? "This installation uses plain HTTP. Use it only on your own machine or on a network you trust."
        : null}{" "}
      With TLS, browsers are told to use nothing else (HSTS), and the session cookie is sent over TLS only.
    </p>
  );
}
