import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import subsetFont from "subset-font";
import { answerHelp, ROOT } from "./project.mjs";

answerHelp(`
Usage: node ops/scripts/subset-fonts.mjs

Makes the font files of apps/web/src/ui/fonts and of the server's statements from the typefaces' packages, which npm
downloads. The files are kept in the repository. Run this only when a typeface or its set of characters changes.`);

const OUT = join(ROOT, "apps/web/src/ui/fonts");
/** For PDF statements: one weight per file, because PDF readers do not support variable fonts. */
const STATEMENT_OUT = join(ROOT, "apps/server/src/investing/statements/statement-fonts");
/** For names in other scripts. The Latin letters beside them stay in Inter. */
const STATEMENT_SCRIPTS = [
  ...["arabic", "hebrew", "ethiopic", "devanagari", "bengali", "tamil", "thai", "armenian", "georgian", "gujarati"],
  ...["gurmukhi", "telugu", "kannada", "malayalam", "sinhala", "khmer", "lao", "myanmar", "oriya", "thaana"],
];
/** Fonts too large to keep whole: the characters of the national standards, in which names are registered. */
const LARGE_FONTS = [
  {
    name: "noto-sans-han",
    from: "@expo-google-fonts/noto-sans-sc@0.4.3",
    file: "400Regular/NotoSansSC_400Regular.ttf",
    // GB 2312, the common part of Big5, level 1 of JIS X 0208, and kana.
    characters: () =>
      listPairs("gbk", [0xb0, 0xf7], [0xa1, 0xfe]) +
      listPairs("big5", [0xa4, 0xc6], [0x40, 0xfe]) +
      listPairs("euc-jp", [0xb0, 0xcf], [0xa1, 0xfe]) +
      range(0x3040, 0x30ff) +
      "々〆",
  },
  {
    name: "noto-sans-hangul",
    from: "@expo-google-fonts/noto-sans-kr@0.4.3",
    file: "400Regular/NotoSansKR_400Regular.ttf",
    // KS X 1001.
    characters: () => listPairs("euc-kr", [0xb0, 0xc8], [0xa1, 0xfe]),
  },
];
const NOTO_VERSION = "5.3.0";
const INTER = "inter-ui@4.1.1";
const BRICOLAGE = "@fontsource-variable/bricolage-grotesque@5.3.0";
/** Kerning, accent placement, tabular figures. Alternates and ligatures would double a file and are not used. */
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"];

const ASCII = range(0x20, 0x7e);
const LATIN_1 = range(0xa0, 0xff);
/** Letters outside Latin-1, and the combining marks of some letters with a tone. */
const YORUBA = "ẸẹỌọṢṣǸǹŃńḾḿ\u0300\u0301\u0302\u0304\u030c\u0323\u0329";
const CURRENCIES = "₦₵€₿₹";
const ALL_CURRENCIES = range(0x20a0, 0x20c0);
const PUNCTUATION = "–—‘’‚“”„†•…‹›⁄\u2007\u2008\u2009\u2011\u202f";
const SIGNS = "−×÷≈≠≤≥←↑→↓↗↘▲△▼▽✓✗";
/** Other Latin alphabets, including African ones with additional letters (Hausa, Ewe, Akan, Venda, Kikuyu …). */
const EXTENDED = range(0x100, 0x2af) + range(0x300, 0x331) + range(0x1e00, 0x1eff);

/** Greek and Cyrillic, for statements. */
const EASTERN = range(0x370, 0x52f);
/** Everything that a font of one script has. */
const ALL = range(0x20, 0x2fff);

const CORE = ASCII + LATIN_1 + YORUBA + CURRENCIES + PUNCTUATION + SIGNS;
/** Other characters of a heading use Inter: this face has few signs and cannot place a tone on a letter with a dot. */
const HEADINGS = `${ASCII}\u00a0·–—‘’“”…−`;

const folder = mkdtempSync(join(tmpdir(), "wazi-fonts-"));
try {
  const inter = fetchPackage(INTER);
  const bricolage = fetchPackage(BRICOLAGE);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });

  const interFile = join(inter, "variable/InterVariable.woff2");
  const interAxes = { opsz: 14, wght: { min: 400, max: 700 } };
  await subset(interFile, CORE, "inter-core", interAxes);
  await subset(interFile, without(EXTENDED + ALL_CURRENCIES, CORE), "inter-extended", interAxes);

  rmSync(STATEMENT_OUT, { recursive: true, force: true });
  mkdirSync(STATEMENT_OUT, { recursive: true });
  for (const [name, wght] of [
    ["inter-regular", 400],
    ["inter-semibold", 600],
  ]) {
    const font = await subsetFont(readFileSync(interFile), CORE + EXTENDED + EASTERN, {
      targetFormat: "sfnt",
      variationAxes: { opsz: 14, wght },
      keepFeatures: FEATURES,
    });
    writeFileSync(join(STATEMENT_OUT, `${name}.ttf`), font);
    process.stdout.write(`${name}.ttf ${(font.length / 1000).toFixed(1)} KB\n`);
  }
  cpSync(join(inter, "LICENSE.txt"), join(STATEMENT_OUT, "inter-licence.txt"));
  for (const script of STATEMENT_SCRIPTS) {
    const noto = fetchPackage(`@fontsource/noto-sans-${script}@${NOTO_VERSION}`);
    const file = join(noto, `files/noto-sans-${script}-${script}-400-normal.woff2`);
    // All features: these scripts cannot be read without theirs.
    const font = await subsetFont(readFileSync(file), ALL, { targetFormat: "sfnt" });
    writeFileSync(join(STATEMENT_OUT, `noto-sans-${script}.ttf`), font);
    cpSync(join(noto, "LICENSE"), join(STATEMENT_OUT, "noto-sans-licence.txt"));
    process.stdout.write(`noto-sans-${script}.ttf ${(font.length / 1000).toFixed(1)} KB\n`);
  }
  for (const { name, from, file, characters } of LARGE_FONTS) {
    const source = fetchPackage(from);
    const font = await subsetFont(readFileSync(join(source, file)), characters(), {
      targetFormat: "sfnt",
      keepFeatures: ["ccmp", "kern"],
    });
    writeFileSync(join(STATEMENT_OUT, `${name}.ttf`), font);
    cpSync(join(source, "LICENSE_FONT"), join(STATEMENT_OUT, `${name}-licence.txt`));
    process.stdout.write(`${name}.ttf ${(font.length / 1000).toFixed(1)} KB\n`);
  }

  const headingAxes = { wght: { min: 600, max: 700 } };
  for (const [part, text, name] of [
    ["latin", HEADINGS, "bricolage-core"],
    ["latin", without(LATIN_1, HEADINGS), "bricolage-latin-1"],
    ["latin-ext", EXTENDED + ALL_CURRENCIES, "bricolage-extended"],
    ["vietnamese", EXTENDED, "bricolage-dots-below"],
  ]) {
    const file = join(bricolage, `files/bricolage-grotesque-${part}-wght-normal.woff2`);
    await subset(file, text, name, headingAxes);
  }
  cpSync(join(inter, "LICENSE.txt"), join(OUT, "inter-licence.txt"));
  cpSync(join(bricolage, "LICENSE"), join(OUT, "bricolage-grotesque-licence.txt"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function range(first, last) {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

/** Lists the letters of a two-byte character set. */
function listPairs(encoding, [firstLead, lastLead], [firstTrail, lastTrail]) {
  const decoder = new TextDecoder(encoding);
  let found = "";
  for (let lead = firstLead; lead <= lastLead; lead += 1) {
    for (let trail = firstTrail; trail <= lastTrail; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (/^(\p{Script=Han}|\p{Script=Hangul})$/u.test(character)) found += character;
    }
  }
  return found;
}

function without(text, left) {
  return [...text].filter((character) => !left.includes(character)).join("");
}

/** Downloads the package's published files without installing it. */
function fetchPackage(name) {
  const target = mkdtempSync(join(folder, "package-"));
  execFileSync("npm", ["pack", name, "--silent", "--pack-destination", target], { cwd: folder });
  const [archive] = readdirSync(target);
  execFileSync("tar", ["-xzf", join(target, archive), "-C", target]);
  return join(target, "package");
}

async function subset(file, text, name, variationAxes) {
  const font = await subsetFont(readFileSync(file), text, {
    targetFormat: "woff2",
    variationAxes,
    keepFeatures: FEATURES,
  });
  writeFileSync(join(OUT, `${name}.woff2`), font);
  process.stdout.write(`${name}.woff2 ${(font.length / 1000).toFixed(1)} KB\n`);
}
