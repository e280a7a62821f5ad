/** The title and description of a page, for search engines, browser tabs and shared links. */
export interface PageHead {
  /** The same title that `useTitle` sets in the browser. */
  title: string;
  description: string;
  /** Shown without JavaScript, on pages that are of little use without it. */
  withoutScript?: string;
}

const landing: PageHead = {
  title: "Money you can follow · Wazi",
  description:
    "Wazi runs trading bots in five markets. Every figure is computed from a ledger that you can follow, from your deposit to your balance.",
};
const SIGN_IN_DESCRIPTION =
  "Sign in to your Wazi account to see your balance, your bots and every ledger entry behind them.";
const WITHOUT_SCRIPT = "Sign-in needs JavaScript. Please turn it on for this page.";
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
    description: "Open a Wazi account. Trading can lose money. Nobody is ever asked to pay in order to withdraw.",
    withoutScript: "Sign-up needs JavaScript. Please turn it on for this page.",
  },
  "/signin": { title: "Sign In · Wazi", description: SIGN_IN_DESCRIPTION, withoutScript: WITHOUT_SCRIPT },
  "/forgot-password": {
    title: "Forgot Password · Wazi",
    description: "Get a link by e-mail to choose a new password.",
    withoutScript: WITHOUT_SCRIPT,
  },
  "/reset-password": {
    title: "New Password · Wazi",
    description: "Choose a new password with the link from your e-mail.",
    withoutScript: WITHOUT_SCRIPT,
  },
  "/verify-email": {
    title: "Confirm E-mail · Wazi",
    description: "Confirm your e-mail address with the link that we sent you.",
    withoutScript: WITHOUT_SCRIPT,
  },
  "/change-email": {
    title: "New E-mail · Wazi",
    description: "Confirm your new e-mail address with the link that we sent you.",
    withoutScript: WITHOUT_SCRIPT,
  },
  "/freeze": {
    title: "Freeze Account · Wazi",
    description: "Freeze your account at once with the link from a mail, without signing in.",
    withoutScript: WITHOUT_SCRIPT,
  },
  "/terms": {
    title: "Terms · Wazi",
    description: "The terms of this platform in plain English: what you can expect, and what it can cost you.",
  },
  "/privacy": {
    title: "Privacy · Wazi",
    description: "Which personal data Wazi keeps, why, for how long, and what happens when you delete your account.",
  },
  "/status": {
    title: "Status · Wazi",
    description:
      "Uptime, response times, prices and ledger checks of this platform, as measured by the platform itself.",
    withoutScript: "This page needs JavaScript to load the current figures. Please turn it on for this page.",
  },
  "/security": {
    title: "Security · Wazi",
    description: "How we protect your money and your data, with a test for each statement, and what is missing.",
  },
  "/disclaimer": {
    title: "Disclaimer · Wazi",
    description: "Trading can lose money. What is simulated, what is paper, what is live, and who runs the platform.",
  },
  "/cookies": {
    title: "Cookie Policy · Wazi",
    description: "The three cookies that Wazi sets, what each is for and how long it lasts.",
  },
  "/how-to-read": {
    title: "How to read this · Wazi",
    description:
      "What each figure about a trading bot means, with one worked example: what it can prove and what it cannot.",
  },
  "/admin": admin,
};

export const notFoundHead: PageHead = {
  title: "Page Not Found · Wazi",
  description: "There is no page at this address.",
};

/** For pages behind sign-in, until they set their own. */
export const signedInHead: PageHead = {
  title: "Wazi",
  description: landing.description,
  withoutScript: "Wazi needs JavaScript to show your account.",
};
