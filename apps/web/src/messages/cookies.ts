// Made from the catalogue of the same name in apps/web/messages by `npm run wazi -- messages`.
import { type ReactNode, type Value, type Wrap, join } from "../lib/message-parts.ts";

export const afterYouSignInYour = ({ verificationStorageKey }: { verificationStorageKey: ReactNode }) =>
  join("After you sign in, your browser stores the last status of your identity check under ", verificationStorageKey, ", so that its result is shown only once. It is never sent either.");
export const afterYouSignInYourBrowser = ({ figuresCache }: { figuresCache: ReactNode }) =>
  join("After you sign in, your browser also stores the pages of Wazi and the last figures that they showed, under ", figuresCache, ": your name, balance, bots, trades, deposits, withdrawals and notifications. Without a connection you then see them with their age. They are kept for at most 12 hours, and deleted when you sign out or your session ends. On a shared phone, sign out when you are done.");
export const cookiePolicy = "Cookie Policy";
export const howToDeleteThem = "How to delete them";
export const ifYouCheckYourBalance = ({ logKeyStorageKey, witnessKeysStorageKey }: { logKeyStorageKey: ReactNode; witnessKeysStorageKey: ReactNode }) =>
  join("If you check your balance, your browser stores the public key of our log under ", logKeyStorageKey, ", and those of its witnesses under ", witnessKeysStorageKey, ", so that it notices other ones. They are never sent.");
export const ifYouChooseLightOr = ({ themeStorageKey }: { themeStorageKey: ReactNode }) =>
  join("If you choose the light or dark theme, your browser stores that choice under ", themeStorageKey, ". It is never sent.");
export const ifYouTurnOnPush = "If you turn on push, your browser also keeps an address at its maker's push service. It is deleted when you turn push off or sign out.";
export const marksThisBrowserAsOne = "Marks this browser as one of yours. If strangers try passwords on your account, you can still sign in here.";
export const noAdvertisingCookiesNoAnalytics = "No advertising cookies, no analytics cookies and no third-party cookies. We do not ask for consent, because these cookies are needed to sign in.";
export const otherBrowserStorage = "Other browser storage";
export const overTlsNamesCookiesThat = ({ code }: { code: Wrap }) =>
  join("Over TLS, the names of cookies that scripts cannot read start with ", code("__Host-"), ". This ties them to this site.");
export const provesThatItYouDeleted = "Proves that it is you. Deleted when you sign out. Expires after 12 hours without use.";
export const setSetwhenKeptDaysDays = ({ setWhen, days, isHttpOnly }: { setWhen: Value; days: Value; isHttpOnly: string }) =>
  `Set: ${setWhen} · Kept: ${days} days · ${(isHttpOnly === "yes" ? "Not readable" : "Readable")} by scripts`;
export const signingOutDeletesFirstTwo = "Signing out deletes the first two. You can delete all of them in your browser's settings. You then sign in again, and nothing else is lost.";
export const tellsPageThatYouMay = "Tells the page that you may be signed in, so that it asks the server. Contains only a 1 and proves nothing.";
export const theCookies = "The cookies";
export const weUseThreeCookiesAll = "We use three cookies, all our own and all for sign-in. Visitors who only browse get none.";
export const whatWeDoNotUse = "What we do not use";
export const whenYouSignInOr = "when you sign in or sign up";
export const whileYouFillInForm = ({ draftsStorageKey }: { draftsStorageKey: ReactNode }) =>
  join("While you fill in the form for an account, a deposit or a withdrawal, your browser keeps what you typed under ", draftsStorageKey, ", so that a reload loses nothing. Passwords are never kept. It is deleted when you send the form, sign out or close the tab.");
export const withTheOneAbove = "with the one above";
