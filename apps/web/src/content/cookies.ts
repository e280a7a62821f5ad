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
    setWhen: "when you sign in or sign up",
    purpose: "Proves that it is you. Deleted when you sign out. Expires after 12 hours without use.",
  },
  {
    name: "signed_in",
    days: 7,
    isHttpOnly: false,
    setWhen: "with the one above",
    purpose:
      "Tells the page that you may be signed in, so that it asks the server. Contains only a 1 and proves nothing.",
  },
  {
    name: "wazi_device",
    days: 180,
    isHttpOnly: true,
    setWhen: "when you sign in or sign up",
    purpose:
      "Marks this browser as one of yours. If strangers try passwords on your account, you can still sign in here.",
  },
];

/** The keys that the pages use in the browser's local storage. */
export const THEME_STORAGE_KEY = "wazi-theme";
export const VERIFICATION_STORAGE_KEY = "wazi-verification";
