import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compareFiles, findClaim, listClaims, readManifest, type Manifest } from "./check-release.ts";

const { writeManifest } = (await import(
  new URL("../../../../../ops/scripts/release-manifest.mjs", import.meta.url).href
)) as {
  writeManifest: (folder: string, about: Omit<Manifest, "format" | "files">) => string;
};
let folder: string;
let hash: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-manifest-"));
  mkdirSync(join(folder, "dist/below"), { recursive: true });
  writeFileSync(join(folder, "dist/main.js"), "run();\n");
  writeFileSync(join(folder, "dist/below/page.html"), "<p>\n");
  symlinkSync("main.js", join(folder, "dist/link.js"));
  hash = writeManifest(folder, { version: "0.3.0-rc", commit: "a".repeat(40), isDirty: false });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const compare = (): string[] => compareFiles(folder, readManifest(folder).manifest);

describe("the files of a release", () => {
  it("are those of the manifest that was made of them", () => {
    expect(compare()).toEqual([]);
    const { manifest, hash: own } = readManifest(folder);
    expect([own, manifest.version, Object.keys(manifest.files)]).toEqual([
      hash,
      "0.3.0-rc",
      ["dist/below/page.html", "dist/link.js", "dist/main.js"],
    ]);
    expect(manifest.files["dist/main.js"]).toBe(createHash("sha256").update("run();\n").digest("hex"));
  });

  it("are named when one byte is changed, one is missing, or one is added", () => {
    writeFileSync(join(folder, "dist/main.js"), "run():\n");
    unlinkSync(join(folder, "dist/below/page.html"));
    writeFileSync(join(folder, "dist/other.sql"), "");
    expect(compare()).toEqual([
      "missing: dist/below/page.html",
      "changed: dist/main.js",
      "not in the manifest: dist/other.sql",
    ]);
  });

  it("are named when a link leads elsewhere, or a file is a link now", () => {
    unlinkSync(join(folder, "dist/link.js"));
    symlinkSync("/tmp", join(folder, "dist/link.js"));
    unlinkSync(join(folder, "dist/main.js"));
    symlinkSync("/tmp", join(folder, "dist/main.js"));
    expect(compare()).toEqual(["changed: dist/link.js", "changed: dist/main.js"]);
  });

  it("do not include the data of an installation in the same folder", () => {
    mkdirSync(join(folder, ".data"));
    writeFileSync(join(folder, ".data/log-checkpoint"), "");
    expect(compare()).toEqual([]);
  });

  it("have another manifest when it is changed to fit", () => {
    appendFileSync(join(folder, "release.json"), " ");
    expect(readManifest(folder).hash).not.toBe(hash);
    writeFileSync(join(folder, "release.json"), "{}");
    expect(() => readManifest(folder)).toThrow("is not the manifest of a release");
  });
});

describe("the claim of a log", () => {
  const makeLeaf = (manifest: string | null, at: string): string => {
    const kind = manifest === null ? "checkout" : "release";
    const document = { kind, version: "0.3.0", commit: "c1", isDirty: true, manifest };
    return JSON.stringify({ type: "release", document, at });
  };
  const find = (...leaves: string[]): unknown => findClaim(listClaims(['{"type":"terms"}', ...leaves]), "m1");

  it("is the newest, with its time and place", () => {
    expect(find(makeLeaf("m2", "monday"), makeLeaf("m1", "tuesday"))).toMatchObject({ at: "tuesday", index: 2 });
  });

  it("is missing when its leaf is left out", () => {
    expect(() => find()).toThrow("the log does not claim this release, and names no other");
    expect(() => find(makeLeaf("m2", "monday"))).toThrow(
      "the log does not claim this release; since monday it names the release 0.3.0 with the manifest m2",
    );
  });

  it("is over when a later one names another release or a checkout", () => {
    const leaves = [makeLeaf("m1", "monday"), makeLeaf("m2", "tuesday"), makeLeaf(null, "friday")];
    expect(() => find(...leaves)).toThrow(
      "the log claimed this release from monday to tuesday; since friday it names a checkout of 0.3.0, commit c1 with changes",
    );
  });
});
