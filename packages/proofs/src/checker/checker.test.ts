import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fromBase64, toHex } from "./bytes.ts";
import { parseBundle } from "./log-files.ts";
import { formatTilePath, hashLeaf, LogTree, rootOf, rootOfPath, type ReadTile } from "./merkle.ts";
import { checkSignature, parseKey } from "./note.ts";

const MOST_LINES = 400;

/** The leaves and roots of RFC 6962's reference implementation (google/certificate-transparency). */
const referenceLeaves = ["", "\0", "\x10", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno"];
const referenceRoots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** A tree of numbered leaves with its tiles, made without the code under test for tiles. */
function makeTree(size: number): { tree: LogTree; hashes: Uint8Array[] } {
  const hashes = Array.from({ length: size }, (_, index) => hashLeaf(`leaf ${index}`));
  const tiles = new Map<string, Uint8Array>();
  for (let level = 0, span = 1; size >= span; level += 1, span *= 256) {
    for (let from = 0; (from + 1) * span <= size; from += 256) {
      const tile: number[] = [];
      for (let at = from; at < from + 256 && (at + 1) * span <= size; at += 1)
        tile.push(...rootOf(hashes, at * span, (at + 1) * span));
      tiles.set(formatTilePath(level, from / 256, size) ?? "", Uint8Array.from(tile));
    }
  }
  const read: ReadTile = (path) => {
    const tile = tiles.get(path);
    return tile ? Promise.resolve(tile) : Promise.reject(new Error(`no ${path}`));
  };
  return { tree: new LogTree(size, read), hashes };
}

describe("the checker", () => {
  it("has fewer than 400 lines of code with its command and without the parts in folders, and needs only @noble", () => {
    const notItsCode = /\.test\.ts$|^index\.ts$/;
    const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".ts") && !notItsCode.test(name));
    const lines = files.flatMap((name) => readFileSync(join(import.meta.dirname, name), "utf8").split("\n"));
    const code = lines.filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/\*\*|\*)/.test(line));
    expect(code.length).toBeLessThan(MOST_LINES);
    const packages = lines.flatMap((line) => /from "([^.][^"]*)"/.exec(line)?.[1] ?? []);
    for (const name of packages) expect(name).toMatch(/^(@noble\/|node:fs$)/);
  });

  it("computes the roots of RFC 6962's reference", () => {
    referenceRoots.forEach((root, index) =>
      expect(toHex(rootOf(referenceLeaves.slice(0, index + 1).map(hashLeaf)))).toBe(root),
    );
  });

  it("names tiles as the specification does", () => {
    expect(formatTilePath(0, 1_234_067, 1_234_068 * 256)).toBe("tile/0/x001/x234/067");
    expect(formatTilePath(0, 273, 70_000)).toBe("tile/0/273.p/112");
    expect(formatTilePath(1, 1, 70_000)).toBe("tile/1/001.p/17");
    expect(formatTilePath(2, 0, 70_000)).toBe("tile/2/000.p/1");
    expect(formatTilePath(1, 0, 256)).toBe("tile/1/000.p/1");
    expect(formatTilePath("entries", 0, 0)).toBeNull();
  });

  it("proves every leaf of trees of many sizes from their tiles, and no other leaf", async () => {
    for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 515, 1_000]) {
      const { tree, hashes } = makeTree(size);
      const root = await tree.root();
      expect(toHex(root)).toBe(toHex(rootOf(hashes)));
      for (const index of new Set([0, 1, 2, Math.floor(size / 2), 255, 256, size - 1].filter((each) => each < size))) {
        const leaf = hashes[index] ?? new Uint8Array();
        const path = await tree.pathOf(index);
        const find = (given: Uint8Array, at = index): string =>
          toHex(rootOfPath(given, at, size, path) ?? new Uint8Array());
        expect(find(leaf), `${index} of ${size}`).toBe(toHex(root));
        expect(find(hashLeaf("other"))).not.toBe(toHex(root));
        if (index + 1 < size) expect(find(leaf, index + 1)).not.toBe(toHex(root));
        expect(rootOfPath(leaf, size, size, path)).toBeNull();
      }
    }
  });

  it("opens a checkpoint that Go's note package signed", () => {
    // golang.org/x/mod/sumdb/note, ExampleSign: PeterNeumann.
    const key = parseKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
    const body =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const line =
      "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
    expect(checkSignature(body, line, key)).toBe(0n);
  });

  it("reads entry bundles", () => {
    expect(parseBundle(Uint8Array.of(0, 1, 65, 0, 2, 66, 67))).toEqual(["A", "BC"]);
    expect(() => parseBundle(Uint8Array.of(0, 3, 65))).toThrow("cut off");
    expect(() => fromBase64("AB")).toThrow();
  });
});
