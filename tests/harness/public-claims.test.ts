import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allCalls } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { catalogue } from "../../apps/server/src/core/bots/catalogue.ts";
import { claimGroups, missingProtections } from "../../apps/web/src/content/security-claims.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = "apps/server/src";

/** For each sentence of the security page the tests that hold it: the file, and what it is called there. */
const heldBy: Readonly<Record<string, readonly [file: string, title: string][]>> = {
  argon2id: [[`${SERVER}/core/identity/passwords.test.ts`, "are kept as argon2id with 19 MiB, two passes, one lane"]],
  throttle: [
    [
      `${SERVER}/features/accounts/sign-in.test.ts`,
      "refuses the eleventh wrong password within 15 minutes unread, in any process",
    ],
    [`${SERVER}/features/accounts/sign-in.test.ts`, "does not trust another user's device or an invented one"],
  ],
  "session-life": [
    [`${SERVER}/features/accounts/sessions.test.ts`, "ends a session that is idle too long"],
    [`${SERVER}/features/accounts/sessions.test.ts`, "ends a session at its maximum age, even when active"],
    ["tests/races/published-cookies.test.ts", "is right about the cookies that a sign-out deletes"],
  ],
  "session-cookie": [
    [
      `${SERVER}/features/accounts/sessions.test.ts`,
      "sets an HttpOnly, SameSite cookie and a second one that only signals the session",
    ],
  ],
  "second-factor": [
    [
      `${SERVER}/features/second-factors/second-factors.test.ts`,
      "is asked for at sign-in: TOTP_REQUIRED after the right password, then the same call with the code",
    ],
    [
      `${SERVER}/features/second-factors/second-factors.test.ts`,
      "sign in alone, and are the second factor of the password",
    ],
    ["tests/races/step-up.test.ts", "S25 needs a proof for exactly its amount and destination"],
  ],
  "same-origin": [[`${SERVER}/http/same-origin.test.ts`, "cross-origin requests"]],
  "documents-sealed": [
    [`${SERVER}/core/documents/documents.test.ts`, "decrypt to the original and reveal nothing of it"],
    [
      `${SERVER}/features/verification/verification.test.ts`,
      "is stored encrypted in a file that only the server's user may read",
    ],
  ],
  metadata: [
    [
      `${SERVER}/features/verification/uploads.test.ts`,
      "contains only pixels: no EXIF, GPS, XMP, colour profile, comment or trailing data",
    ],
  ],
  "documents-seen": [
    [
      `${SERVER}/features/verification/verification.test.ts`,
      "is served to its owner and to administrators, and answers 404 to others",
    ],
    [
      `${SERVER}/features/verification/verification.test.ts`,
      "records a view by an administrator once a minute and none by its owner",
    ],
  ],
  erasure: [
    [
      `${SERVER}/features/back-office/user-administration.test.ts`,
      "erases personal data, ends sessions, frees the e-mail address and keeps the ledger",
    ],
    [`${SERVER}/features/back-office/erasure.test.ts`, "erases every text about them from every column of every table"],
  ],
  download: [
    [
      `${SERVER}/features/statements/statement.test.ts`,
      "contains all data of the user and no secrets or data of others",
    ],
  ],
  logs: [[`${SERVER}/http/build-app.test.ts`, "logs no body, cookie or password"]],
  "watch-only": [
    [
      `${SERVER}/core/chain-addresses/extended-public-key.test.ts`,
      "rejects private keys and never repeats them in a message",
    ],
    [`${SERVER}/features/deposits/deposit-key-store.test.ts`, "stores one set of public demo keys for all processes"],
  ],
  "append-only": [
    [`${SERVER}/core/ledger/post.test.ts`, "does not let the application's role change or delete rows of %s"],
    [`${SERVER}/core/ledger/post.test.ts`, "rejects a transaction that does not sum to zero"],
  ],
  reconciled: [
    [
      "tests/races/reconciliation-checks.test.ts",
      "has a test for every check above, except the one that the database prevents",
    ],
    [`${SERVER}/features/status/status.test.ts`, "are compared again after an hour, across processes"],
  ],
  "spent-once": [["tests/races/full-balance-spends.test.ts", "let one withdrawal through and refuse 63"]],
  "withdrawals-wait": [
    [
      `${SERVER}/features/withdrawals/withdrawal-controls.test.ts`,
      "lets the investor request, and holds the payout for 24 hours",
    ],
    ["tests/races/withdrawal-control-races.test.ts", "never pays out after the change"],
  ],
  cancel: [
    [`${SERVER}/features/withdrawals/withdrawal-controls.test.ts`, "returns the money, and shows who cancelled it"],
    ["tests/races/withdrawal-control-races.test.ts", "does one of them, once"],
  ],
  "two-administrators": [
    [`${SERVER}/features/adjustments/adjustments.test.ts`, "is applied when another administrator approves it, once"],
    ["tests/races/adjustment-races.test.ts", "by one administrator alone never sum to more than the limit"],
  ],
  "nothing-hidden": [
    [
      `${SERVER}/features/withdrawals/withdrawal-controls.test.ts`,
      "stays visible to the other administrators, with who hid it and when, also in the file",
    ],
  ],
  coverage: [
    [
      `${SERVER}/features/status/books-coverage.test.ts`,
      "show a minted balance that is paid out, although the books have no difference",
    ],
  ],
  "no-fee": [["tests/e2e/main-journey.test.ts", "The network fee is covered. You never pay to withdraw."]],
  "no-third-party": [["tests/harness/browser.ts", "request to ${url.origin}"]],
  policy: [
    [`${SERVER}/http/build-app.test.ts`, "are set on every kind of answer and do not reveal the server software"],
  ],
};

const claims = claimGroups.flatMap((group) => group.claims);

describe("the security page", () => {
  it.each(claims)("has a test for each claim: $text", ({ id }) => {
    const tests = heldBy[id] ?? [];
    expect(tests).not.toEqual([]);
    for (const [file, title] of tests) {
      expect(existsSync(join(ROOT, file)), file).toBe(true);
      expect(readFileSync(join(ROOT, file), "utf8"), file).toContain(title);
    }
  });

  it("has exactly one entry for each claim", () => {
    expect(Object.keys(heldBy).sort()).toEqual(claims.map(({ id }) => id).sort());
  });

  it.each([
    ["second factor", () => allCalls.some(({ path }) => /totp|passkey|second-factor/.test(path))],
    ["download of all your data", () => sourcesOfScreens().includes("exportOwnData")],
  ])("calls a feature planned until it exists: %s", (what, hasCome) => {
    const planned = missingProtections.filter(({ isPlanned }) => isPlanned).map(({ text }) => text);
    const advice = "apps/web/src/content/security-claims.ts: what has come is a claim, with the test that holds it";
    expect(
      planned.some((text) => text.includes(what)),
      advice,
    ).toBe(!hasCome());
  });
});

function sourcesOfScreens(): string {
  const folder = join(ROOT, "apps/web/src/features");
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/** Invented results that earlier versions showed under a tag, and the win rates and trade counts of the catalogue. */
const INVENTED = [
  /2\.4M/,
  /15,?847/,
  /\b3,?421\b/,
  /[34]4\.2%|28\.7%|22\.4%/,
  /12,?480\.50/,
  /testimonial/i,
  /Illustrative sample|Sample data|Simulated preview/,
  ...catalogue.flatMap(({ winRate, totalTrades }) => [
    new RegExp(`(?<![\\d.])${winRate.replace(".", "\\.").replace(/0$/, "0?")}(?![\\d.])`),
    new RegExp(`(?<![\\d.,])(${totalTrades}|${totalTrades.toLocaleString("en-US")})(?![\\d.,])`),
  ]),
];

describe("invented figures", () => {
  it("would be found", () => {
    for (const text of ["$2.4M+", "15,847 trades", "87.3%", "88.90%", "2,156 trades", "+34.2%"])
      expect(
        INVENTED.some((pattern) => pattern.test(text)),
        text,
      ).toBe(true);
  });

  it("are in no source of the web app and in no built page", () => {
    const found = [...readTexts("apps/web/src", /\.(tsx?|css)$/), ...readTexts("apps/web/dist", /\.html$/)]
      .filter(([name]) => !/\.test\.tsx?$/.test(name))
      .flatMap(([name, text]) => INVENTED.filter((each) => each.test(text)).map((each) => `${name}: ${each.source}`));
    expect(found).toEqual([]);
  });

  it("are in no answer: the catalogue's figures are only stored", () => {
    const readers = readTexts("apps/server/src", /\.ts$/)
      .filter(([name, text]) => !/\.test\.ts$/.test(name) && /win_rate|total_trades/.test(text))
      .map(([name]) => name);
    expect(readers).toEqual(["apps/server/src/core/bots/store.ts"]);
  });
});

/** The names, from the root, and texts of a folder's files; none when the folder does not exist. */
function readTexts(folder: string, wanted: RegExp): [name: string, text: string][] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => wanted.test(name))
    .map((name) => [name, readFileSync(join(ROOT, name), "utf8")]);
}
