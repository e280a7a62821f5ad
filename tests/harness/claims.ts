/**
 * The claims of the public pages and of docs/explanation/security.md. A test that holds one has its tag: `{ tags: ["no-fee"] }`, `{ tags: ["S14"] }`.
 * vitest.config.ts lists the tags, so vitest refuses any other. claims.test.ts checks that every sentence is on its page and every tag in a test.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS_OF_TESTS = ["packages", "apps/server/src", "apps/web/src", "tests", "lab"];

/** A sentence of a public page, as it is in the source, and the tags of the tests that hold it. */
interface PageClaim {
  page: string;
  /** Below apps/web/src. */
  source: string;
  sentence: string;
  tags: readonly string[];
}

/** By page and source. A tag may be that of a sentence of the security page, which has its own list (content/security-claims.ts). */
const tagsBySource: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "landing: content/landing.ts": {
    "Your money arrives at your own address and is recorded in the ledger.": ["own-address"],
    "Withdraw it when you want. We pay the network fee.": ["no-fee"],
    "It may be required before a deposit, but never before a withdrawal.": ["identity-check"],
    "Choose a bot, set an amount and a stop-loss. Take your money back at any time.": ["stop-loss-price", "money-back"],
  },
  "landing: app/pages/landing-features.tsx": {
    "Eight bots watch their markets day and night.": ["eight-bots"],
    "Set your own stop-loss and take-profit on every position.": ["exit-levels"],
    "Every balance is the sum of its ledger entries. Entries are never changed or deleted.": [
      "append-only",
      "reconciled",
    ],
    "Every bot trade also has its own stop.": ["bot-stops"],
    "Passwords are stored as argon2id hashes, and a second step can protect your sign-in.": [
      "argon2id",
      "second-factor",
    ],
    "With real money, no private key to a deposit is on the server.": ["watch-only"],
    "Response times and uptime are measured every minute, for everyone to see.": ["uptime", "public-status"],
  },
  "landing: content/questions.ts": {
    "You keep 70 to 90% of a profit, depending on your plan.": ["profit-tiers"],
    "to a bank in ten African countries, or to M-Pesa in Kenya and Tanzania.": ["payout-countries"],
    "We will never ask you to pay in order to withdraw.": ["no-fee"],
    "Wazi takes its share only after losses are made up.": ["losses-first"],
  },
  "landing: app/pages/landing-below.tsx": {
    "Add an authenticator app or a passkey. Signing in and withdrawing then need it too.": ["second-factor"],
    "This is our target.": ["no-false-promises"],
    "We do not promise support hours yet.": ["no-false-promises"],
    "Once TLS is set up, nothing else is used.": ["policy"],
  },
  "sign-up: app/pages/sign-up-page.tsx": {
    "Secure Data Storage: passwords as argon2id hashes, documents encrypted": ["argon2id", "documents-sealed"],
    "GDPR Compliant: you can download all your data, and your personal data is erased with your account": [
      "download",
      "erasure",
    ],
  },
  "terms: app/pages/terms-page.tsx": {
    "When they change, we ask you again.": ["new-terms"],
    "Each mail about security has a link that freezes it.": ["freeze-link"],
    "Your deposit addresses are given to no other investor.": ["own-address"],
    "A late payment is still yours": ["late-payment"],
    "The share is fixed when you activate a bot. A loss is made up first, per bot.": ["losses-first"],
    "After a change of your password, second factor or e-mail address, withdrawals wait 24 hours": ["withdrawals-wait"],
    "No hold lasts for ever.": ["hold-ends"],
    "An identity check never stands between you and a withdrawal.": ["identity-check"],
    "We may deactivate an account, and we tell you the reason.": ["deactivation-reason"],
    "you can still sign in, download your statements and withdraw.": ["deactivated-access"],
    "It is an entry in your statement with its reason, never hidden.": ["adjustment-reason"],
    "We may pause a bot. Taking money out of it always works.": ["money-back"],
    "You can delete your account on your profile page when it holds no money": ["own-deletion"],
  },
  "privacy: content/personal-data.ts": {
    "Erased at once. Amount, time, kind, status, and the public hash of a blockchain payment stay.": [
      "erasure",
      "erasure-keeps",
    ],
    "Images, document number and review notes are erased at once.": ["erasure", "erasure-of-documents"],
    "What they said is removed once they are sent; the rest after 30 days, or after 90 if a mail could not be delivered.":
      ["mail-life"],
    "Kept without your name, because they prove that rules were followed.": ["erasure"],
  },
  "privacy: app/pages/privacy-page.tsx": {
    "You can download all of it as one file.": ["download"],
    "these pages load nothing from other sites.": ["no-third-party"],
    "It cannot read the message.": ["push-encrypted"],
    "You choose which of these mails you get, except those about security": ["mail-choice"],
    "They name no amount, bot or person": ["push-text"],
    "They end when you turn them off or sign out there.": ["push-ends"],
    "Our mails contain no pictures and no trackers.": ["no-trackers"],
    "you can take that back on your profile page at any time.": ["news-consent"],
    "Country and date of birth until your identity is verified.": ["verified-profile"],
  },
  "cookies: app/pages/cookies-page.tsx": {
    "We use three cookies, all our own and all for sign-in.": ["three-cookies"],
    "Visitors who only browse get none.": ["no-visitor-cookie"],
    "Signing out deletes the first two.": ["sign-out-cookies"],
  },
  "disclaimer: app/pages/disclaimer-page.tsx": {
    "Deposits, holding money and withdrawals are free.": ["no-fee"],
    "You are never asked to pay in order to withdraw.": ["no-fee"],
    "A stop-loss closes at the current price, which can be worse than the level you set.": ["stop-loss-price"],
  },
  "fees: app/pages/fees-page.tsx": {
    "The share is taken only from profit above what you put in. A loss in a bot is made up first.": [
      "losses-first",
      "profit-share",
    ],
    "No share is taken of what Treasury bills would have earned on your money.": ["profit-share"],
    "Deposits, holding money and withdrawals are free. Wazi pays the network fee of a withdrawal.": ["no-fee"],
    "Your statement page shows what trading has cost you so far, bot by bot.": ["trade-costs"],
  },
  "how Wazi earns: app/pages/how-wazi-earns-page.tsx": {
    "Wazi gets no part of the spread, the commission or the financing.": ["no-spread-income"],
    "Without a profit, Wazi takes no share.": ["profit-share"],
    "Every share is an entry in the ledger and a line in your statement.": ["append-only"],
    "holding money and withdrawals are free, and Wazi pays the fees of payouts.": ["no-fee"],
    "shows what the platform holds and owes.": ["coverage"],
  },
  "status: app/pages/status-page.tsx": {
    "A minute counts as up when the platform recorded it in that minute.": ["uptime"],
    "Response times are measured on the server.": ["response-times"],
    "Manual processing times are shown from 20 cases": ["processing-times"],
    "Withdrawals and identity checks that still wait count with the time so far.": ["waiting-counted"],
  },
};

export const pageClaims: readonly PageClaim[] = Object.entries(tagsBySource).flatMap(([place, sentences]) => {
  const [page = "", source = ""] = place.split(": ");
  return Object.entries(sentences).map(([sentence, tags]) => ({ page, source, sentence, tags }));
});

export interface SecurityStatement {
  number: string;
  state: "held" | "does not apply" | "open";
}

export const SECURITY_PAGE = join(ROOT, "docs/explanation/security.md");

/** The lines of docs/explanation/security.md: a number, a statement, a reason when no test holds it, and the files of its tests. */
export function readStatements(): { section: string; statements: readonly SecurityStatement[] } {
  const page = readFileSync(SECURITY_PAGE, "utf8");
  const section = page.split("<!-- statements")[1]?.split("<!-- /statements -->")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("- "));
  return { section, statements: lines.map(readStatement) };
}

function readStatement(line: string): SecurityStatement {
  const [, number, reason = ""] =
    /^- \*\*(S\d\d)\*\* .+?(?:: (does not apply, .{10,}|open(?:, .+)?))?$/.exec(line) ?? [];
  if (number === undefined) throw new Error(line);
  return { number, state: reason === "" ? "held" : reason.startsWith("open") ? "open" : "does not apply" };
}

/** Every tag that a test may have, and one must have. */
export function listClaimTags(): string[] {
  const securityPage = readFileSync(join(ROOT, "apps/web/src/content/security-claims.ts"), "utf8");
  return [
    ...new Set([
      ...pageClaims.flatMap(({ tags }) => tags),
      ...[...securityPage.matchAll(/\bid: "([\w-]+)"/g)].map(([, id = ""]) => id),
      ...readStatements().statements.flatMap(({ number, state }) => (state === "held" ? [number] : [])),
    ]),
  ].sort();
}

/** The tags in the sources of the tests, each with the names of its files, without their endings. */
export function findUsedTags(): ReadonlyMap<string, readonly string[]> {
  const files = FOLDERS_OF_TESTS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes("node_modules"))
      .map(
        (name) =>
          [basename(name).replace(/\.test\.tsx?$/, ""), readFileSync(join(ROOT, folder, name), "utf8")] as const,
      ),
  );
  const used = new Map<string, string[]>();
  for (const [file, text] of files.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const lists = [...text.matchAll(/\{ tags: \[([^\]]+)\]/g)].map(([, list = ""]) => list).join();
    const tags = new Set([...lists.matchAll(/"([^"]+)"/g)].map(([, tag = ""]) => tag));
    for (const tag of tags) used.set(tag, [...new Set([...(used.get(tag) ?? []), file])]);
  }
  return used;
}
