import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  checkSignature,
  formatKey,
  formatTilePath,
  hashLeaf,
  LOG_SIGNATURE,
  LogTree,
  openCheckpoint,
  parseKey,
  rootOf,
  toBase64,
  WITNESS_SIGNATURE,
} from "../checker/index.ts";
import { describe, expect, it } from "vitest";
import { isConsistent, proveConsistency } from "./consistency.ts";
import { derivePublicKey, formatCheckpoint, signNote } from "./sign-note.ts";
import { addCheckpoint, formatWitnessKey, type SignedHead } from "./witness.ts";

const MOST_LINES = 300;
const logSecret = new Uint8Array(32).fill(1);
const witnessSecret = new Uint8Array(32).fill(2);
const log = { name: "wazi.example/log", kind: LOG_SIGNATURE, publicKey: derivePublicKey(logSecret) };
const witnessKey = { name: "witness.example/w1", kind: WITNESS_SIGNATURE, publicKey: derivePublicKey(witnessSecret) };

/** A tree of leaves with its tiles. */
function makeTree(leaves: readonly string[]): { tree: LogTree; hashes: Uint8Array[] } {
  const hashes = leaves.map(hashLeaf);
  const size = hashes.length;
  const tiles = new Map<string, Uint8Array>();
  for (let level = 0, span = 1; size >= span; level += 1, span *= 256) {
    for (let from = 0; (from + 1) * span <= size; from += 256) {
      const tile: number[] = [];
      for (let at = from; at < from + 256 && (at + 1) * span <= size; at += 1)
        tile.push(...rootOf(hashes, at * span, (at + 1) * span));
      tiles.set(formatTilePath(level, from / 256, size) ?? "", Uint8Array.from(tile));
    }
  }
  const none = new Uint8Array();
  return { tree: new LogTree(size, (path) => Promise.resolve(tiles.get(path) ?? none)), hashes };
}

const number = (count: number, name = "leaf"): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

describe("consistency", () => {
  it("proves that a tree continues each earlier one, and not another", async () => {
    for (const size of [1, 2, 5, 8, 256, 300, 600]) {
      const { tree, hashes } = makeTree(number(size));
      const later = { size, root: await tree.root() };
      for (const before of new Set([1, 2, 3, 4, 7, 8, 255, 256, size - 1, size])) {
        if (before < 1 || before > size) continue;
        const proof = await proveConsistency(tree, before);
        const earlier = { size: before, root: rootOf(hashes, 0, before) };
        expect(isConsistent(earlier, later, proof), `${before} of ${size}`).toBe(true);
        expect(isConsistent({ ...earlier, root: hashLeaf("other") }, later, proof)).toBe(false);
        expect(isConsistent(earlier, { size, root: hashLeaf("other") }, proof)).toBe(false);
      }
    }
  });
});

describe("notes", () => {
  it("signs and opens checkpoints of one key only", () => {
    const [secret, key] = [logSecret, log];
    const body = formatCheckpoint(key.name, { size: 5, root: hashLeaf("x") });
    const note = `${body}\n${signNote(body, key, secret)}`;
    expect(parseKey(formatKey(key))).toEqual(key);
    expect(openCheckpoint(note, key)).toMatchObject({ origin: key.name, size: 5 });
    expect(() => openCheckpoint(note.replace("\n5\n", "\n6\n"), key)).toThrow("is wrong");
    expect(() => openCheckpoint(note, { ...key, name: "other.example/log" })).toThrow("not signed by this log");
    expect(() => parseKey(`${formatKey(key).slice(0, -2)}A=`)).toThrow();
    const witness = { name: "witness.example", kind: WITNESS_SIGNATURE, publicKey: key.publicKey };
    const line = signNote(body, witness, secret, 1_679_315_147n);
    expect(checkSignature(body, line, witness)).toBe(1_679_315_147n);
    expect(() => checkSignature(`${body}more\n`, line, witness)).toThrow("is wrong");
    expect(checkSignature(body, line, key)).toBeNull();
  });
});

describe("a witness", () => {
  const makeWitness = () => {
    const heads = new Map<string, SignedHead>();
    const options = {
      name: witnessKey.name,
      secret: witnessSecret,
      logs: [log],
      memory: {
        load: (origin: string) => heads.get(origin) ?? null,
        save: (origin: string, head: SignedHead) => void heads.set(origin, head),
      },
      now: () => new Date("2026-11-23T00:00:00Z"),
    };
    return { heads, add: (request: string) => addCheckpoint(options, request) };
  };
  const makeRequest = async (leaves: readonly string[], old: number, secret = logSecret, origin = log.name) => {
    const { tree } = makeTree(leaves);
    const proof = old <= leaves.length ? await proveConsistency(tree, old) : [];
    const body = formatCheckpoint(origin, { size: leaves.length, root: await tree.root() });
    const note = `${body}\n${signNote(body, { ...log, name: origin }, secret)}`;
    return { body, request: `old ${old}\n${proof.map((each) => `${toBase64(each)}\n`).join("")}\n${note}` };
  };

  it("signs a log that grows, with the time", async () => {
    const { add, heads } = makeWitness();
    for (const [old, size] of [
      [0, 5],
      [5, 300],
      [300, 300],
    ] as const) {
      const { body, request } = await makeRequest(number(size), old);
      const { status, text } = add(request);
      expect(status).toBe(200);
      expect(checkSignature(body, text, witnessKey)).toBe(BigInt(Date.parse("2026-11-23T00:00:00Z") / 1_000));
      expect(heads.get(log.name)?.size).toBe(size);
    }
    expect(parseKey(formatWitnessKey(witnessKey.name, witnessKey.publicKey))).toEqual(witnessKey);
  });

  it("refuses a forked log, a rolled back one, and what is not the log's", async () => {
    const { add, heads } = makeWitness();
    expect(add((await makeRequest(number(20), 0)).request).status).toBe(200);
    const kept = heads.get(log.name);
    const fork = [...number(19), "another leaf"];
    expect(add((await makeRequest([...fork, "more"], 20)).request)).toMatchObject({ status: 422 });
    expect(add((await makeRequest(fork, 20)).request)).toEqual({ status: 409, text: "20\n", isSize: true });
    expect(add((await makeRequest(number(10), 10)).request)).toEqual({ status: 409, text: "20\n", isSize: true });
    expect(add((await makeRequest(number(10), 20)).request)).toMatchObject({ status: 400 });
    expect(add((await makeRequest(number(30), 20, witnessSecret)).request)).toMatchObject({ status: 403 });
    expect(add((await makeRequest(number(30), 20, logSecret, "other.example/log")).request)).toMatchObject({
      status: 404,
    });
    expect(add("old 20\nnot base64!\n\nx\n").status).toBe(400);
    expect(heads.get(log.name)).toEqual(kept);
  });

  it("has fewer than 300 lines", () => {
    const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith(".test.ts"));
    const lines = files.flatMap((name) =>
      readFileSync(join(import.meta.dirname, name), "utf8")
        .trimEnd()
        .split("\n"),
    );
    expect(lines.length).toBeLessThan(MOST_LINES);
  });
});
