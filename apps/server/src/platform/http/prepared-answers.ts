import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { Answer } from "./answer.ts";
import { compressPrepared } from "./compress-json.ts";
import type { WebFile } from "./static-files.ts";

/** As many values are written at once: they take much less than a millisecond. */
const VALUES_AT_ONCE = 50;
const JSON_TYPE = "application/json; charset=utf-8";

interface FileParts {
  add: (text: string) => void;
  toFile: (contentType: string, cacheControl: string) => Promise<WebFile>;
}

/** A file that is made of parts, whose hash is computed part by part too. */
export function createFileParts(): FileParts {
  const parts: Buffer[] = [];
  const hash = createHash("sha256");
  return {
    add(text) {
      const bytes = Buffer.from(text);
      parts.push(bytes);
      hash.update(bytes);
    },
    async toFile(contentType, cacheControl) {
      const plain = Buffer.concat(parts);
      const etag = `"${hash.digest("base64url").slice(0, 22)}"`;
      return { contentType, cacheControl, etag, plain, encoded: await compressPrepared(plain) };
    },
  };
}

/** Writes a document as JSON, some values at a time so that other requests go on, with its compressed forms. */
export async function prepareJson(document: object): Promise<WebFile> {
  const parts = createFileParts();
  let before = "{";
  for (const [name, value] of Object.entries(document) as [string, unknown][]) {
    if (value === undefined) continue;
    parts.add(`${before}${JSON.stringify(name)}:`);
    before = ",";
    if (typeof value !== "object" || value === null) parts.add(JSON.stringify(value));
    else if (Array.isArray(value))
      await addInTurns(
        parts,
        "[]",
        value.map((each: unknown) => () => JSON.stringify(each) ?? "null"),
      );
    else
      await addInTurns(
        parts,
        "{}",
        Object.entries(value).map(
          ([key, each]) =>
            () =>
              `${JSON.stringify(key)}:${JSON.stringify(each)}`,
        ),
      );
  }
  parts.add(before === "{" ? "{}" : "}");
  return parts.toFile(JSON_TYPE, "no-store");
}

async function addInTurns(parts: FileParts, [open = "", close = ""]: string, values: (() => string)[]): Promise<void> {
  parts.add(open);
  for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
    const texts = values.slice(from, from + VALUES_AT_ONCE).map((write) => write());
    parts.add(`${from === 0 ? "" : ","}${texts.join(",")}`);
    await setImmediate();
  }
  parts.add(close);
}

/**
 * Keeps answers that are the same for everybody, as bytes: answering one again costs the event loop next to nothing.
 * @param readVersion changes when an answer may have changed
 * @param read throws for an unknown key, which is not kept
 */
export function keepAnswers(
  readVersion: () => string | Promise<string>,
  read: (key: string) => Promise<object>,
): (key: string) => Promise<Answer<never>> {
  const kept = new Map<string, { version: string; answer: Promise<Answer<never>> }>();
  return async (key) => {
    const version = await readVersion();
    const known = kept.get(key);
    if (known?.version === version) return known.answer;
    const answer = read(key).then(async (document) => Answer.ofPrepared(await prepareJson(document)));
    answer.catch(() => kept.delete(key));
    kept.set(key, { version, answer });
    return answer;
  };
}
