import { publishedCookies, THEME_STORAGE_KEY, VERIFICATION_STORAGE_KEY } from "../../content/cookies.ts";
import { Article, ArticlePart } from "../shell/article.tsx";

export default function CookiesPage() {
  return (
    <Article
      title="Cookie Policy"
      lead="We use three cookies, all our own and all for sign-in. Visitors who only browse get none."
    >
      <ArticlePart title="The cookies">
        <ul className="grid gap-6">
          {publishedCookies.map(({ name, days, isHttpOnly: isHttpOnly, setWhen, purpose }) => (
            <li key={name}>
              <h3 className="font-mono text-16 font-semibold tracking-normal">{name}</h3>
              <p className="mt-1">{purpose}</p>
              <p className="mt-1 text-14 text-muted">
                Set: {setWhen} · Kept: {days} days · {isHttpOnly ? "Not readable" : "Readable"} by scripts
              </p>
            </li>
          ))}
        </ul>
        <p className="text-14 text-muted">
          Over TLS, the names of cookies that scripts cannot read start with <code className="font-mono">__Host-</code>.
          This ties them to this site.
        </p>
      </ArticlePart>
      <ArticlePart title="Other browser storage">
        <p>
          If you choose the light or dark theme, your browser stores that choice under{" "}
          <code className="font-mono">{THEME_STORAGE_KEY}</code>. It is never sent.
        </p>
        <p>
          After you sign in, your browser stores the last status of your identity check under{" "}
          <code className="font-mono">{VERIFICATION_STORAGE_KEY}</code>, so that its result is shown only once. It is
          never sent either.
        </p>
      </ArticlePart>
      <ArticlePart title="What we do not use">
        <p>
          No advertising cookies, no analytics cookies and no third-party cookies. We do not ask for consent, because
          these cookies are needed to sign in.
        </p>
      </ArticlePart>
      <ArticlePart title="How to delete them">
        <p>
          Signing out deletes the first two. You can delete all of them in your browser&apos;s settings. You then sign
          in again, and nothing else is lost.
        </p>
      </ArticlePart>
    </Article>
  );
}
