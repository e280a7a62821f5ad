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
    <Article title={texts.cookiePolicy} lead={texts.weUseThreeCookiesAll}>
      <ArticlePart title={texts.theCookies}>
        <ul className="grid gap-6">
          {publishedCookies.map(({ name, days, isHttpOnly: isHttpOnly, setWhen, purpose }) => (
            <li key={name}>
              <h3 className="font-mono text-16 font-semibold tracking-normal">{name}</h3>
              <p className="mt-1">{purpose}</p>
              <p className="mt-1 text-14 text-muted">
                {texts.setSetwhenKeptDaysDays({ setWhen, days, isHttpOnly: isHttpOnly ? "yes" : "other" })}
              </p>
            </li>
          ))}
        </ul>
        <p className="text-14 text-muted">
          {texts.overTlsNamesCookiesThat({ code: (text) => <code className="font-mono">{text}</code> })}
        </p>
      </ArticlePart>
      <ArticlePart title={texts.otherBrowserStorage}>
        <p>{texts.ifYouChooseLightOr({ themeStorageKey: <code className="font-mono">{THEME_STORAGE_KEY}</code> })}</p>
        <p>
          {texts.afterYouSignInYour({
            verificationStorageKey: <code className="font-mono">{VERIFICATION_STORAGE_KEY}</code>,
          })}
        </p>
        <p>
          {texts.ifYouCheckYourBalance({
            logKeyStorageKey: <code className="font-mono">{LOG_KEY_STORAGE_KEY}</code>,
            witnessKeysStorageKey: <code className="font-mono">{WITNESS_KEYS_STORAGE_KEY}</code>,
          })}
        </p>
        <p>{texts.whileYouFillInForm({ draftsStorageKey: <code className="font-mono">{DRAFTS_STORAGE_KEY}</code> })}</p>
        <p>{texts.afterYouSignInYourBrowser({ figuresCache: <code className="font-mono">{FIGURES_CACHE}</code> })}</p>
        <p>{texts.ifYouTurnOnPush}</p>
      </ArticlePart>
      <ArticlePart title={texts.whatWeDoNotUse}>
        <p>{texts.noAdvertisingCookiesNoAnalytics}</p>
      </ArticlePart>
      <ArticlePart title={texts.howToDeleteThem}>
        <p>{texts.signingOutDeletesFirstTwo}</p>
      </ArticlePart>
    </Article>
  );
}
