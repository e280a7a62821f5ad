import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The fonts of statements: Inter for Latin, Greek and Cyrillic, and one of Noto Sans for each other script. */
const scriptFonts = [
  { font: "noto-sans-arabic", pattern: /\p{Script=Arabic}/u },
  { font: "noto-sans-hebrew", pattern: /\p{Script=Hebrew}/u },
  { font: "noto-sans-ethiopic", pattern: /\p{Script=Ethiopic}/u },
  { font: "noto-sans-devanagari", pattern: /\p{Script=Devanagari}/u },
  { font: "noto-sans-bengali", pattern: /\p{Script=Bengali}/u },
  { font: "noto-sans-tamil", pattern: /\p{Script=Tamil}/u },
  { font: "noto-sans-thai", pattern: /\p{Script=Thai}/u },
] as const;

type ScriptFont = (typeof scriptFonts)[number]["font"];

/** A part of a text that one font can show. `font` is null for the font of the text. */
export interface FontRun {
  font: ScriptFont | null;
  text: string;
}

const fonts = new Map<string, Buffer>();

/** Reads a font, once. The files are beside this file in the source and beside the bundle in a build. */
export function readFont(name: string): Buffer {
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = readFileSync(join(import.meta.dirname, "statement-fonts", `${name}.ttf`));
  fonts.set(name, font);
  return font;
}

/** Spaces and combining marks take the font of the letters around them. */
const JOINING = /[\s\p{Script=Inherited}\u200c\u200d]/u;

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
