import { readFileSync } from "node:fs";
import { join } from "node:path";
import anyAscii from "any-ascii";
import { create, registerFormat, type Font } from "fontkit";

declare module "fontkit" {
  /** Adds a format to those that `create` knows. Missing in the package's types. */
  export function registerFormat(format: {
    probe(bytes: Uint8Array): boolean;
    new (stream: { buffer: Uint8Array }): object;
  }): void;
}

/** Latin, Greek and Cyrillic. */
const TEXT_FONT = "inter-regular";

/** The fonts of statements for other scripts. The Han and Hangul fonts have the characters of the national standards. */
const scriptFonts = [
  { font: "noto-sans-arabic", pattern: /\p{Script=Arabic}/u },
  { font: "noto-sans-hebrew", pattern: /\p{Script=Hebrew}/u },
  { font: "noto-sans-ethiopic", pattern: /\p{Script=Ethiopic}/u },
  { font: "noto-sans-devanagari", pattern: /\p{Script=Devanagari}/u },
  { font: "noto-sans-bengali", pattern: /\p{Script=Bengali}/u },
  { font: "noto-sans-tamil", pattern: /\p{Script=Tamil}/u },
  { font: "noto-sans-thai", pattern: /\p{Script=Thai}/u },
  { font: "noto-sans-armenian", pattern: /\p{Script=Armenian}/u },
  { font: "noto-sans-georgian", pattern: /\p{Script=Georgian}/u },
  { font: "noto-sans-gujarati", pattern: /\p{Script=Gujarati}/u },
  { font: "noto-sans-gurmukhi", pattern: /\p{Script=Gurmukhi}/u },
  { font: "noto-sans-telugu", pattern: /\p{Script=Telugu}/u },
  { font: "noto-sans-kannada", pattern: /\p{Script=Kannada}/u },
  { font: "noto-sans-malayalam", pattern: /\p{Script=Malayalam}/u },
  { font: "noto-sans-sinhala", pattern: /\p{Script=Sinhala}/u },
  { font: "noto-sans-khmer", pattern: /\p{Script=Khmer}/u },
  { font: "noto-sans-lao", pattern: /\p{Script=Lao}/u },
  { font: "noto-sans-myanmar", pattern: /\p{Script=Myanmar}/u },
  { font: "noto-sans-oriya", pattern: /\p{Script=Oriya}/u },
  { font: "noto-sans-thaana", pattern: /\p{Script=Thaana}/u },
  { font: "noto-sans-han", pattern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fb\u30fc]/u },
  { font: "noto-sans-hangul", pattern: /\p{Script=Hangul}/u },
] as const;

type ScriptFont = (typeof scriptFonts)[number]["font"];

/** A part of a text that one font can show. `font` is null for the font of the text. */
export interface FontRun {
  font: ScriptFont | null;
  text: string;
}

const faces = new Map<string, Font>();

/** Opens a font, once. The files are beside this file in the source and beside the bundle in a build. */
function openFace(font: string): Font {
  const known = faces.get(font);
  if (known !== undefined) return known;
  // A file of one face, so this is no collection.
  const face = create(readFileSync(join(import.meta.dirname, "statement-fonts", `${font}.ttf`))) as Font;
  faces.set(font, face);
  return face;
}

/** Starts the bytes that stand for an open font. No font file starts like this. */
const OPEN_FONT = "wazi-open-font:";

/**
 * Returns bytes that stand for a font where pdfkit expects those of its file. pdfkit would otherwise open and decode the
 * fonts again for each document, which takes most of the time of a short one.
 */
export const referToFont = (font: string): Buffer => Buffer.from(OPEN_FONT + font);

/** Gives pdfkit, which uses the same fontkit, a font that is open already. */
class OpenFont {
  static probe(bytes: Uint8Array): boolean {
    return Buffer.from(bytes).toString("latin1", 0, OPEN_FONT.length) === OPEN_FONT;
  }

  constructor({ buffer }: { buffer: Uint8Array }) {
    // A constructor that returns an object creates that object.
    return openFace(Buffer.from(buffer).toString("latin1", OPEN_FONT.length));
  }
}
registerFormat(OpenFont);

/** Spaces and combining marks take the font of the letters around them. */
const JOINING = /[\s\p{Script=Inherited}\u200c\u200d]/u;

/** How a run is laid out. With features, pdfkit lays it out as a whole: its words keep the order of its script. */
type RunFeatures = Record<string, boolean>;

const withMarks: RunFeatures = { kern: true };
const withoutMarks: RunFeatures = { kern: true, mark: false, mkmk: false, abvm: false, blwm: false };

/**
 * Finds how the runs of a text can be laid out, as a whole and word by word. fontkit throws for a mark that has no place on
 * its letter in the font; such a text has all marks where they are drawn. Null if it cannot be laid out at all.
 */
export function findFeatures(runs: readonly FontRun[]): RunFeatures | null {
  for (const features of [withMarks, withoutMarks]) {
    try {
      for (const { font, text } of runs) {
        for (const part of [text, ...text.split(/\s+/)]) openFace(font ?? TEXT_FONT).layout(part, features);
      }
      return features;
    } catch {
      // The next features are tried.
    }
  }
  return null;
}

/** Characters without a glyph of their own. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}]/u;

function isPrintable(word: string): boolean {
  const runs = splitFontRuns(word);
  const hasGlyphs = runs.every(({ font, text }) => {
    const face = openFace(font ?? TEXT_FONT);
    return Array.from(text).every(
      (character) => INVISIBLE.test(character) || face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
    );
  });
  return hasGlyphs && findFeatures(runs) !== null;
}

/** A text that the fonts can show. */
export interface PrintableText {
  text: string;
  /** `own`: as it is. `latin`: some words are in Latin letters. `partial`: some words have no Latin form, and are "?". */
  letters: "own" | "latin" | "partial";
}

/** Letters that the text font is known to have. Most texts have no others. */
const COMMON = /^[ -~\u00a0-\u024f–—‘’“”…→−]*$/;

/** Writes the words in Latin letters that no font can show, so that a statement never has empty boxes. */
export function toPrintable(text: string): PrintableText {
  if (COMMON.test(text)) return { text, letters: "own" };
  // Composed letters have glyphs more often.
  const words = text.normalize("NFC").split(/(\s+)/);
  let letters: PrintableText["letters"] = "own";
  const printable = words.map((word) => {
    if (isPrintable(word)) return word;
    const characters = Array.from(word).filter((character) => !INVISIBLE.test(character));
    const latin = characters.map((character) => anyAscii(character));
    const isWhole = !latin.includes("");
    if (!isWhole) letters = "partial";
    else if (letters === "own") letters = "latin";
    return isWhole ? latin.join("") : "?";
  });
  return letters === "own" ? { text, letters } : { text: printable.join(""), letters };
}

/** Divides a text into runs of one font each, in its own order. */
export function splitFontRuns(text: string): FontRun[] {
  const runs: FontRun[] = [];
  let joining = "";
  for (const character of text) {
    if (JOINING.test(character)) {
      joining += character;
      continue;
    }
    const font = scriptFonts.find(({ pattern }) => pattern.test(character))?.font ?? null;
    const last = runs.at(-1);
    if (last?.font === font) last.text += joining + character;
    else if (last !== undefined && last.font === null) {
      last.text += joining;
      runs.push({ font, text: character });
    } else runs.push({ font, text: font === null ? joining + character : character });
    joining = "";
  }
  const last = runs.at(-1);
  if (last !== undefined) last.text += joining;
  return runs;
}
