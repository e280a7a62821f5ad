import { publishedCookies, THEME_STORAGE_KEY, VERIFICATION_STORAGE_KEY } from "../../content/cookies.ts";
import { Article, ArticlePart } from "../shell/article.tsx";

export default function CookiesPage() {
  return (
    <Article
      title="Cookie Policy"
      lead="Three cookies, all our own, all for signing in. Who only looks around gets none."
    >
      <ArticlePart title="The cookies">
        <ul className="grid gap-6">
          {publishedCookies.map(({ name, days, isHttpOnly: isClosedToScripts, setWhen, purpose }) => (
            <li key={name}>
              <h3 className="font-mono text-16 font-semibold tracking-normal">{name}</h3>
              <p className="mt-1">{purpose}</p>
              <p className="mt-1 text-14 text-muted">
                Set: {setWhen} · Kept: {days} days · {isClosedToScripts ? "Closed to" : "Readable by"} scripts
              </p>
            </li>
          ))}
        </ul>
        <p className="text-14 text-muted">
          Over TLS the names of those that are closed to scripts begin with <code className="font-mono">__Host-</code>,
          which binds them to this address.
        </p>
      </ArticlePart>
      <ArticlePart title="In the browser besides">
        <p>
          If you choose light or dark, that choice is kept in your browser under{" "}
          <code className="font-mono">{THEME_STORAGE_KEY}</code>. It is never sent.
        </p>
        <p>
          Once you are signed in, where your identity check stood last is kept under{" "}
          <code className="font-mono">{VERIFICATION_STORAGE_KEY}</code>, so that its outcome is told once. Nor is that
          sent.
        </p>
      </ArticlePart>
      <ArticlePart title="What there is not">
        <p>
          No cookie for advertising, none that counts visits, none of anybody else. That is why nothing asks for your
          consent here: without these cookies nobody could sign in.
        </p>
      </ArticlePart>
      <ArticlePart title="To be rid of them">
        <p>
          Signing out deletes the first two. Your browser&apos;s settings delete all of them; you then sign in again,
          and nothing else is lost.
        </p>
      </ArticlePart>
    </Article>
  );
}
