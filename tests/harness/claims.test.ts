import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { allCalls, bankCountries, mpesaCountries } from "@wazi/contracts";
import { botCatalogue } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { claimGroups, missingProtections } from "../../apps/web/src/content/security-claims.ts";
import {
  findUsedTags,
  listClaimTags,
  pageClaims,
  readStatements,
  SECURITY_PAGE,
  type SecurityStatement,
} from "./claims.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const STATEMENTS = 66;

/** The messages that a module of the web app uses, without their tags. */
function readMessages(source: string): string[] {
  const code = readFileSync(join(ROOT, "apps/web/src", source), "utf8");
  const name = /messages\/([\w-]+)\.ts"/.exec(code)?.[1] ?? "";
  const json = readFileSync(join(ROOT, "packages/contracts/messages/en/web", `${name}.json`), "utf8");
  return Object.entries(JSON.parse(json) as Record<string, string>)
    .filter(([key]) => new RegExp(`\\btexts\\.${key}\\b`).test(code))
    .map(([, message]) => message.replace(/<\/?\w+\/?>/g, ""));
}

describe("the tags of claims and statements", () => {
  it("are each in a test, and no test has another", () => {
    expect([...findUsedTags().keys()].sort()).toEqual(listClaimTags());
  });
});

describe("docs/explanation/security.md", () => {
  const { section, statements } = readStatements();

  it("has all statements in order", () => {
    const expected = Array.from({ length: STATEMENTS }, (_, index) => `S${String(index + 1).padStart(2, "0")}`);
    expect(statements.map(({ number }) => number)).toEqual(expected);
  });

  /** `npm test -- tests/harness/claims -u` writes the names. */
  it("names the files of the tests of each statement", async () => {
    const used = findUsedTags();
    const page = readFileSync(SECURITY_PAGE, "utf8").replaceAll(
      /^(- \*\*(S\d\d)\*\* .*?)(?: `[\w-]+`)*$/gm,
      (_line, text: string, number: string) =>
        [text, ...(used.get(number) ?? []).map((file) => `\`${file}\``)].join(" "),
    );
    await expect(page).toMatchFileSnapshot(SECURITY_PAGE);
  });

  it("counts its statements rightly", () => {
    const count = (wanted: SecurityStatement["state"]): number =>
      statements.filter(({ state }) => state === wanted).length;
    const line = `Held: ${count("held")}. Does not apply: ${count("does not apply")}. Open: ${count("open")}.`;
    expect(section).toContain(line);
  });
});

describe("the other public pages", () => {
  it.each(pageClaims)("have the sentence that tests hold: $sentence", ({ source, sentence, tags }) => {
    expect(readMessages(source).filter((text) => text.includes(sentence))).not.toEqual([]);
    expect(tags).not.toEqual([]);
  });

  it("counts the countries of bank and M-Pesa payouts", { tags: ["payout-countries"] }, () => {
    expect([bankCountries.length, mpesaCountries]).toEqual([10, ["Kenya", "Tanzania"]]);
  });
});

describe("the security page", () => {
  it("has claims with a tag each", () => {
    const ids = claimGroups.flatMap((group) => group.claims).map(({ id }) => id);
    expect(listClaimTags()).toEqual(expect.arrayContaining(ids));
    expect(new Set(ids).size).toBe(ids.length);
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
  const folder = join(ROOT, "apps/web/src");
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !/^(app|ui|lib|content|messages|offline)\//.test(name))
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
  ...botCatalogue
    .flatMap(({ specified }) => specified ?? [])
    .flatMap(({ winRate, totalTrades }) => [
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
    expect(readers).toEqual(["apps/server/src/investing/bots/store.ts"]);
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
