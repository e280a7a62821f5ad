import * as texts from "../messages/cookies.ts";

/** Every cookie that the platform sets. tests/races/published-cookies.test.ts compares them with the server's. */
export interface PublishedCookie {
  /** Over TLS, `__Host-` is added to the names of cookies that scripts cannot read. */
  name: string;
  days: number;
  isHttpOnly: boolean;
  setWhen: string;
  purpose: string;
}

export const publishedCookies: readonly PublishedCookie[] = [
  {
    name: "wazi_session",
    days: 7,
    isHttpOnly: true,
    setWhen: texts.setAtSignIn,
    purpose: texts.purposeSession,
  },
  {
    name: "signed_in",
    days: 7,
    isHttpOnly: false,
    setWhen: texts.setWithSession,
    purpose: texts.purposeSignedIn,
  },
  {
    name: "wazi_device",
    days: 180,
    isHttpOnly: true,
    setWhen: texts.setAtSignIn,
    purpose: texts.purposeDevice,
  },
];

/** The keys that the pages use in the browser's local storage. */
export const THEME_STORAGE_KEY = "wazi-theme";
export const VERIFICATION_STORAGE_KEY = "wazi-verification";
export const LOG_KEY_STORAGE_KEY = "wazi-log-key";
export const WITNESS_KEYS_STORAGE_KEY = "wazi-witness-keys";
/** In the session storage. */
export const DRAFTS_STORAGE_KEY = "wazi-drafts";
