import { usePublicSettings } from "../../features/market-data/api.ts";
import { claimGroups, missingProtections } from "../../content/security-claims.ts";
import { Tag } from "../../ui/tag.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Article, ArticlePart } from "../shell/article.tsx";

export default function SecurityPage() {
  return (
    <Article
      title="Security"
      lead="What is done here to keep your money and your data yours. Each sentence is tried by a test of the program; what is missing is named at the end."
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
      <ArticlePart title="Not there">
        <ul className="grid gap-3.5">
          {missingProtections.map(({ text, isPlanned }) => (
            <li key={text} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              {text}
              {isPlanned ? <Tag look="wait">Planned</Tag> : null}
            </li>
          ))}
        </ul>
      </ArticlePart>
      <ArticlePart title="Look for yourself">
        <p>
          The <TextLink href="/status">status page</TextLink> shows what the platform has measured of itself, and the{" "}
          <TextLink href="/cookies">cookie page</TextLink> every cookie that it sets.
        </p>
      </ArticlePart>
    </Article>
  );
}

/** Encryption on the way is whoever deploys this to set up: it is claimed where this very answer came with it. */
function Connection() {
  const settings = usePublicSettings();
  if (settings.status === "ready" && settings.data.isTls) {
    return <p>This page came to you over TLS, and your browser is told to use nothing else with this address.</p>;
  }
  return (
    <p>
      TLS when deployed.{" "}
      {settings.status === "ready"
        ? "This installation is reached over plain HTTP: use it on your own machine or in a network that you trust."
        : null}{" "}
      Behind TLS, browsers are told to use nothing else (HSTS), and the session cookie travels on no other connection.
    </p>
  );
}
