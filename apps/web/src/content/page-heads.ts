/** What a page says of itself before it is shown: to a search engine, a tab, a link that somebody shares. */
export interface PageHead {
  /** As `useTitle` sets it once the page is alive. */
  title: string;
  description: string;
  /** Said to who has no JavaScript, where the page is of little use without. */
  withoutScript?: string;
}

const landing: PageHead = {
  title: "Money you can follow · Wazi",
  description:
    "Wazi runs trading bots in five markets. Every figure is computed from a ledger that you can follow, from your deposit to your balance.",
};
const SIGN_IN_DESCRIPTION = "Sign in to your Wazi account: your balance, your bots and every entry behind them.";
const WITHOUT_SCRIPT = "Signing in needs JavaScript: please allow it for this page.";
const admin: PageHead = {
  title: "Admin Sign In · Wazi",
  description: "For the people who run this platform.",
  withoutScript: WITHOUT_SCRIPT,
};

export const pageHeads: Readonly<Record<string, PageHead>> = {
  "/": landing,
  "/landing": landing,
  "/signup": {
    title: "Sign Up · Wazi",
    description: "Open a Wazi account. Trading can lose money; nobody is ever asked to pay in order to withdraw.",
    withoutScript: "Opening an account needs JavaScript: please allow it for this page.",
  },
  "/signin": { title: "Sign In · Wazi", description: SIGN_IN_DESCRIPTION, withoutScript: WITHOUT_SCRIPT },
  "/status": {
    title: "Status · Wazi",
    description: "Uptime, answer times, prices and books of this platform, as it has measured them itself.",
    withoutScript: "The figures are read anew each time, which needs JavaScript: please allow it for this page.",
  },
  "/security": {
    title: "Security · Wazi",
    description:
      "What is done to keep your money and your data yours, each sentence tried by a test, and what is missing.",
  },
  "/disclaimer": {
    title: "Disclaimer · Wazi",
    description: "Trading can lose money. What is simulated here, what is paper, what is live, and who runs it.",
  },
  "/cookies": {
    title: "Cookie Policy · Wazi",
    description: "The three cookies that Wazi sets, what each is for and how long it lives.",
  },
  "/admin": admin,
};

export const notFoundHead: PageHead = {
  title: "Page Not Found · Wazi",
  description: "Nothing stands at this address.",
};

/** Of the screens behind a sign-in, until they have their own. */
export const signedInHead: PageHead = {
  title: "Wazi",
  description: landing.description,
  withoutScript: "Wazi needs JavaScript to show your account.",
};
