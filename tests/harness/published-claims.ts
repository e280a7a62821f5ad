/**
 * The claims of the public pages, and the tests that hold it. Each test is its file and a text of its title. public-claims.test.ts checks that every
 * sentence is on its page, and every test in its file.
 */

/** A test file, and what the test is called there. */
export type HoldingTest = readonly [file: string, title: string];

const SERVER = "apps/server/src";

/** By the id of a sentence of the security page (content/security-claims.ts). */
export const securityPageTests: Readonly<Record<string, readonly HoldingTest[]>> = {
  argon2id: [[`${SERVER}/people/identity/passwords.test.ts`, "are kept as argon2id with 19 MiB, two passes, one lane"]],
  throttle: [
    [
      `${SERVER}/people/accounts/sign-in.test.ts`,
      "refuses the eleventh wrong password within 15 minutes unread, in any process",
    ],
    [`${SERVER}/people/accounts/sign-in.test.ts`, "does not trust another user's device or an invented one"],
  ],
  "session-life": [
    [`${SERVER}/people/accounts/sessions.test.ts`, "ends a session that is idle too long"],
    [`${SERVER}/people/accounts/sessions.test.ts`, "ends a session at its maximum age, even when active"],
    ["tests/races/published-cookies.test.ts", "is right about the cookies that a sign-out deletes"],
  ],
  "session-cookie": [
    [
      `${SERVER}/people/accounts/sessions.test.ts`,
      "sets an HttpOnly, SameSite cookie and a second one that only signals the session",
    ],
  ],
  "second-factor": [
    [
      `${SERVER}/people/second-factors/second-factors.test.ts`,
      "is asked for at sign-in: TOTP_REQUIRED after the right password, then the same call with the code",
    ],
    [
      `${SERVER}/people/second-factors/second-factors.test.ts`,
      "sign in alone, and are the second factor of the password",
    ],
    ["tests/races/step-up.test.ts", "S25 needs a proof for exactly its amount and destination"],
  ],
  "same-origin": [[`${SERVER}/platform/http/same-origin.test.ts`, "cross-origin requests"]],
  "documents-sealed": [
    [`${SERVER}/people/documents/documents.test.ts`, "decrypt to the original and reveal nothing of it"],
    [
      `${SERVER}/people/verification/verification.test.ts`,
      "is stored encrypted in a file that only the server's user may read",
    ],
  ],
  metadata: [
    [
      `${SERVER}/people/verification/uploads.test.ts`,
      "contains only pixels: no EXIF, GPS, XMP, colour profile, comment or trailing data",
    ],
  ],
  "documents-seen": [
    [
      `${SERVER}/people/verification/verification.test.ts`,
      "is served to its owner and to administrators, and answers 404 to others",
    ],
    [
      `${SERVER}/people/verification/verification.test.ts`,
      "records a view by an administrator once a minute and none by its owner",
    ],
  ],
  erasure: [
    [
      `${SERVER}/office/users/user-administration.test.ts`,
      "erases personal data, ends sessions, frees the e-mail address and keeps the ledger",
    ],
    [`${SERVER}/office/users/erasure.test.ts`, "erases every text about them from every column of every table"],
  ],
  download: [
    [
      `${SERVER}/investing/statements/statement.test.ts`,
      "contains all data of the user and no secrets or data of others",
    ],
  ],
  logs: [[`${SERVER}/platform/http/build-app.test.ts`, "logs no body, cookie or password"]],
  "watch-only": [
    [
      `${SERVER}/deposits/addresses/extended-public-key.test.ts`,
      "rejects private keys and never repeats them in a message",
    ],
    [`${SERVER}/deposits/requests/deposit-key-store.test.ts`, "stores one set of public demo keys for all processes"],
  ],
  "append-only": [
    [`${SERVER}/ledger/door/post.test.ts`, "does not let the application's role change or delete rows of %s"],
    [`${SERVER}/ledger/door/post.test.ts`, "rejects a transaction that does not sum to zero"],
  ],
  reconciled: [
    [
      "tests/races/reconciliation-checks.test.ts",
      "has a test for every check above, except the one that the database prevents",
    ],
    [`${SERVER}/office/status/status.test.ts`, "are compared again after an hour, across processes"],
  ],
  "spent-once": [["tests/races/full-balance-spends.test.ts", "let one withdrawal through and refuse 63"]],
  "withdrawals-wait": [
    [
      `${SERVER}/withdrawals/requests/withdrawal-controls.test.ts`,
      "lets the investor request, and holds the payout for 24 hours",
    ],
    ["tests/races/withdrawal-control-races.test.ts", "never pays out after the change"],
  ],
  cancel: [
    [`${SERVER}/withdrawals/requests/withdrawal-controls.test.ts`, "returns the money, and shows who cancelled it"],
    ["tests/races/withdrawal-control-races.test.ts", "does one of them, once"],
  ],
  "two-administrators": [
    [`${SERVER}/office/adjustments/adjustments.test.ts`, "is applied when another administrator approves it, once"],
    ["tests/races/adjustment-races.test.ts", "by one administrator alone never sum to more than the limit"],
  ],
  "nothing-hidden": [
    [
      `${SERVER}/withdrawals/requests/withdrawal-controls.test.ts`,
      "stays visible to the other administrators, with who hid it and when, also in the file",
    ],
  ],
  coverage: [
    [
      `${SERVER}/office/status/books-coverage.test.ts`,
      "show a minted balance that is paid out, although the books have no difference",
    ],
  ],
  "no-fee": [["tests/journeys/main-journey.test.ts", "The network fee is covered. You never pay to withdraw."]],
  "no-third-party": [["tests/harness/browser.ts", "request to ${url.origin}"]],
  policy: [
    [
      `${SERVER}/platform/http/build-app.test.ts`,
      "are set on every kind of answer and do not reveal the server software",
    ],
  ],
};

/** A sentence of another public page, as it stands in the source. */
export interface PageClaim {
  page: string;
  /** Below apps/web/src. */
  source: string;
  sentence: string;
  tests: readonly HoldingTest[];
}

const erasure: HoldingTest = [
  `${SERVER}/office/users/erasure.test.ts`,
  "erases every text about them from every column of every table",
];
const ownAccount = (title: string): HoldingTest => [`${SERVER}/people/accounts/own-account.test.ts`, title];
const mails = (title: string): HoldingTest => [`${SERVER}/notices/mails/send-mails.test.ts`, title];
const push = (title: string): HoldingTest => [`${SERVER}/notices/bell/push.test.ts`, title];
const status = (title: string): HoldingTest => [`${SERVER}/office/status/status.test.ts`, title];
const publicPages = (title: string): HoldingTest => ["tests/journeys/public-pages.test.ts", title];
const cookies = (title: string): HoldingTest => ["tests/races/published-cookies.test.ts", title];
const held = (id: string): readonly HoldingTest[] => securityPageTests[id] ?? [];

const claimsBySource: Readonly<Record<string, Readonly<Record<string, readonly HoldingTest[]>>>> = {
  "landing: content/landing.ts": {
    "Your money arrives at your own address and is recorded in the ledger.": [
      [`${SERVER}/deposits/requests/deposits.test.ts`, "never gets an address of another investor"],
    ],
    "Withdraw it when you want. We pay the network fee.": held("no-fee"),
    "It may be required before a deposit, but never before a withdrawal.": [
      [
        `${SERVER}/people/verification/verification.test.ts`,
        "requires an approved identity for deposits but not for withdrawals",
      ],
    ],
    "Choose a bot, set an amount and a stop-loss. Take your money back at any time.": [
      [`${SERVER}/investing/investments/exits.test.ts`, "close the position at its current value, not at the level"],
      [`${SERVER}/office/operations/pause-bot.test.ts`, "lets investors withdraw in part and in full"],
    ],
  },
  "landing: content/features.ts": {
    "Eight bots watch their markets day and night.": [
      ["packages/trading/src/catalogue/bot-catalogue.test.ts", "has the eight bots in their order"],
    ],
    "Set your own stop-loss and take-profit on every position.": [
      [`${SERVER}/investing/investments/exits.test.ts`, "are stored on the position and shown with their unit prices"],
    ],
    "Every balance is the sum of its ledger entries. Entries are never changed or deleted.": [
      ...held("reconciled"),
      ...held("append-only"),
    ],
    "Every bot trade also has its own stop.": [
      ["packages/trading/src/catalogue/bot-catalogue.test.ts", "gives every entry a stop"],
    ],
    "Passwords are stored as argon2id hashes, and a second step can protect your sign-in.": [
      ...held("argon2id"),
      ...held("second-factor"),
    ],
    "With real money, no private key to a deposit is on the server.": held("watch-only"),
    "Response times and uptime are measured every minute, for everyone to see.": [
      status("counts each minute once, and as down without a heartbeat"),
      status("is public and cached for some seconds"),
    ],
  },
  "landing: content/questions.ts": {
    "You keep 70 to 90% of a profit, depending on your plan.": [
      ["packages/domain/src/money.test.ts", "are found for %s cents of deposits"],
    ],
    "to a bank in ten African countries, or to M-Pesa in Kenya and Tanzania.": [
      ["tests/harness/public-claims.test.ts", "counts the countries of bank and M-Pesa payouts"],
    ],
    "We will never ask you to pay in order to withdraw.": held("no-fee"),
    "Wazi takes its share only after losses are made up.": [
      ["packages/domain/src/investing.property.test.ts", "is covered before the platform takes a share"],
    ],
  },
  "landing: app/pages/landing-trust.tsx": {
    "Add an authenticator app or a passkey. Signing in and withdrawing then need it too.": held("second-factor"),
    "This is our target.": [publicPages("makes no false promises")],
    "We do not promise support hours yet.": [publicPages("makes no false promises")],
    "Once TLS is set up, nothing else is used.": held("policy"),
  },
  "sign-up: app/pages/sign-up-page.tsx": {
    "Secure Data Storage: passwords as argon2id hashes, documents encrypted": [
      ...held("argon2id"),
      ...held("documents-sealed"),
    ],
    "GDPR Compliant: you can download all your data, and your personal data is erased with your account": [
      ...held("download"),
      erasure,
    ],
  },
  "terms: app/pages/terms-page.tsx": {
    "When they change, we ask you again.": [ownAccount("is asked for again after version %s, and closes nothing")],
    "Each mail about security has a link that freezes it.": [
      [`${SERVER}/people/accounts/recovery.test.ts`, "freezes the account without signing in; a GET changes nothing"],
    ],
    "Your deposit addresses are given to no other investor.": [
      [`${SERVER}/deposits/requests/deposits.test.ts`, "never gets an address of another investor"],
    ],
    "A late payment is still yours": [
      [
        `${SERVER}/deposits/requests/deposit-states.test.ts`,
        "becomes a separate completed deposit, linked to the original one",
      ],
    ],
    "The share is fixed when you activate a bot. A loss is made up first, per bot.": [
      ["packages/domain/src/investing.property.test.ts", "is covered before the platform takes a share"],
    ],
    "After a change of your password, second factor or e-mail address, withdrawals wait 24 hours":
      held("withdrawals-wait"),
    "up to 7 days. No hold lasts for ever.": [
      [
        `${SERVER}/withdrawals/requests/withdrawal-controls.test.ts`,
        "is never for ever: the table refuses a hold of more than a week",
      ],
    ],
    "An identity check never stands between you and a withdrawal.": [
      [
        `${SERVER}/people/verification/verification.test.ts`,
        "requires an approved identity for deposits but not for withdrawals",
      ],
    ],
    "We may deactivate an account, and we tell you the reason.": [
      [`${SERVER}/office/users/user-administration.test.ts`, "and template = 'account-deactivated'"],
    ],
    "you can still sign in, download your statements and withdraw.": [
      [`${SERVER}/people/accounts/sign-in.test.ts`, "lets a deactivated user sign in, but not a deleted one"],
      [`${SERVER}/investing/statements/statement.test.ts`, "is available to its owner, also after a deactivation"],
      [`${SERVER}/withdrawals/requests/withdrawals.test.ts`, "lets a restricted user read and withdraw"],
    ],
    "It is an entry in your statement with its reason, never hidden.": [
      [`${SERVER}/investing/statements/statement.test.ts`, "gives the reason of adjustments"],
    ],
    "We may pause a bot. Taking money out of it always works.": [
      [`${SERVER}/office/operations/pause-bot.test.ts`, "lets investors withdraw in part and in full"],
    ],
    "You can delete your account on your profile page when it holds no money": [
      ownAccount("erases it, ends the session and frees the address"),
      ownAccount("is refused while it holds money, with the reason"),
    ],
  },
  "privacy: content/personal-data.ts": {
    "Erased at once. Amount, time, kind, status, and the public hash of a blockchain payment stay.": [
      erasure,
      [`${SERVER}/office/users/erasure.test.ts`, "keeps amounts, times and states, and everything about others"],
    ],
    "Images, document number and review notes are erased at once.": [
      [`${SERVER}/office/users/erasure.test.ts`, "erases the documents in the store"],
      erasure,
    ],
    "What they said is removed once they are sent; the rest after 30 days, or after 90 if a mail could not be delivered.":
      [
        mails("is sent once, to the user's address, by any number of processes"),
        mails("is deleted 30 days after it was sent, and 90 days after it was given up"),
      ],
    "Kept without your name, because they prove that rules were followed.": [erasure],
  },
  "privacy: app/pages/privacy-page.tsx": {
    "You can download all of it as one file.": held("download"),
    "these pages load nothing from other sites.": held("no-third-party"),
    "It cannot read the message.": [
      push("tell of a credited deposit and a paid withdrawal, encrypted, signed and without amounts"),
    ],
    "You choose which of these mails you get, except those about security": [
      push("come for the kinds that the user wants, and about security in any case"),
    ],
    "They name no amount, bot or person": [
      push("tell of a credited deposit and a paid withdrawal, encrypted, signed and without amounts"),
      ["apps/server/src/notices/push/push-text.test.ts", "name no amount, bot or person"],
    ],
    "They end when you turn them off or sign out there.": [
      push("after a sign-out, and when its session is ended from elsewhere"),
      push("when its user turns them off"),
    ],
    "Our mails contain no pictures and no trackers.": [
      ["tests/races/stored-texts.test.ts", "load nothing: no pictures, fonts or trackers"],
    ],
    "you can take that back on your profile page at any time.": [ownAccount("to news can be taken back")],
    "Country and date of birth until your identity is verified.": [
      ownAccount("keep what the documents of a verified person say"),
    ],
  },
  "cookies: app/pages/cookies-page.tsx": {
    "We use three cookies, all our own and all for sign-in.": [cookies("lists exactly the cookies of a sign-in")],
    "Visitors who only browse get none.": [cookies("is right that visitors get no cookie")],
    "Signing out deletes the first two.": [cookies("is right about the cookies that a sign-out deletes")],
  },
  "disclaimer: app/pages/disclaimer-page.tsx": {
    "Deposits, holding money and withdrawals are free.": held("no-fee"),
    "You are never asked to pay in order to withdraw.": held("no-fee"),
    "A stop-loss closes at the current price, which can be worse than the level you set.": [
      [`${SERVER}/investing/investments/exits.test.ts`, "close the position at its current value, not at the level"],
    ],
  },
  "fees: app/pages/fees-page.tsx": {
    "The share is taken only from profit above what you put in. A loss in a bot is made up first.": [
      [`${SERVER}/investing/costs/preview-profit-share.test.ts`, "splits the gain of %o"],
      ["packages/domain/src/investing.property.test.ts", "is covered before the platform takes a share"],
    ],
    "Deposits, holding money and withdrawals are free. Wazi pays the network fee of a withdrawal.": held("no-fee"),
    "Your statement page shows what trading has cost you so far, bot by bot.": [
      [
        `${SERVER}/investing/costs/costs.test.ts`,
        "are the investor's share of each trade's costs, with the result with and without them",
      ],
    ],
  },
  "how Wazi earns: app/pages/how-wazi-earns-page.tsx": {
    "Wazi gets no part of the spread, the commission or the financing.": [
      [`${SERVER}/investing/costs/costs.test.ts`, "go to the market: a trade posts nothing to the platform"],
    ],
    "Without a profit, Wazi takes no share.": [
      [`${SERVER}/investing/costs/preview-profit-share.test.ts`, "splits the gain of %o"],
    ],
    "Every share is an entry in the ledger and a line in your statement.": held("append-only"),
    "holding money and withdrawals are free, and Wazi pays the fees of payouts.": held("no-fee"),
    "shows what the platform holds and owes.": held("coverage"),
  },
  "status: app/pages/status-page.tsx": {
    "A minute counts as up when the platform recorded it in that minute.": [
      status("counts each minute once, and as down without a heartbeat"),
    ],
    "Response times are measured on the server.": [
      status("add up over all processes for the last 15 minutes and 24 hours"),
    ],
    "Manual processing times are shown from 20 cases": [status("show median and 90th percentile from twenty cases on")],
    "Withdrawals and identity checks that still wait count with the time so far.": [
      [
        `${SERVER}/office/status/books-coverage.test.ts`,
        "count withdrawals that still wait with the time that they have waited",
      ],
    ],
  },
};

export const pageClaims: readonly PageClaim[] = Object.entries(claimsBySource).flatMap(([place, sentences]) => {
  const [page = "", source = ""] = place.split(": ");
  return Object.entries(sentences).map(([sentence, tests]) => ({ page, source, sentence, tests }));
});
