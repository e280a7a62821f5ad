import {
  DRAFTS_STORAGE_KEY,
  LOG_KEY_STORAGE_KEY,
  publishedCookies,
  THEME_STORAGE_KEY,
  VERIFICATION_STORAGE_KEY,
  WITNESS_KEYS_STORAGE_KEY,
} from "../../content/cookies.ts";
import { FIGURES_CACHE } from "../../lib/saved-figures.ts";
import { Article, ArticlePart } from "../shell/article.tsx";
import * as texts from "../../messages/cookies.ts";

export default function CookiesPage() {
  return (
    <Article title={texts.cookiePolicy} lead={texts.pageLead}>
      <ArticlePart title={texts.theCookies}>
        <ul className="grid gap-6">
          {publishedCookies.map(({ name, days, isHttpOnly: isHttpOnly, setWhen, purpose }) => (
            <li key={name}>
              <h3 className="font-mono text-16 font-semibold tracking-normal">{name}</h3>
              <p className="mt-1">{purpose}</p>
              <p className="mt-1 text-14 text-muted">
                {texts.cookieFacts({ setWhen, days, isHttpOnly: isHttpOnly ? "yes" : "other" })}
              </p>
            </li>
          ))}
        </ul>
        <p className="text-14 text-muted">
          {texts.namesOverTls({ code: (text) => <code className="font-mono">{text}</code> })}
        </p>
      </ArticlePart>
      <ArticlePart title={texts.storedTitle}>
        <p>{texts.storedTheme({ themeStorageKey: <code className="font-mono">{THEME_STORAGE_KEY}</code> })}</p>
        <p>
          {texts.storedIdentityCheck({
            verificationStorageKey: <code className="font-mono">{VERIFICATION_STORAGE_KEY}</code>,
          })}
        </p>
        <p>
          {texts.storedLogKey({
            logKeyStorageKey: <code className="font-mono">{LOG_KEY_STORAGE_KEY}</code>,
            witnessKeysStorageKey: <code className="font-mono">{WITNESS_KEYS_STORAGE_KEY}</code>,
          })}
        </p>
        <p>{texts.storedForms({ draftsStorageKey: <code className="font-mono">{DRAFTS_STORAGE_KEY}</code> })}</p>
        <p>{texts.storedPages({ figuresCache: <code className="font-mono">{FIGURES_CACHE}</code> })}</p>
        <p>{texts.storedPush}</p>
      </ArticlePart>
      <ArticlePart title={texts.notUsedTitle}>
        <p>{texts.notUsed}</p>
      </ArticlePart>
      <ArticlePart title={texts.deleteTitle}>
        <p>{texts.deleteText}</p>
      </ArticlePart>
    </Article>
  );
}
