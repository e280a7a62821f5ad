import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readRunningRelease } from "./running-release.ts";
import { StartError } from "./start-error.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-running-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = () => readRunningRelease({ folder, version: "1.2.3" });
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder, encoding: "utf8" });

describe("the release that runs", () => {
  it("is the manifest of a release, by its SHA-256", async () => {
    const text = JSON.stringify({ commit: "abc", isDirty: false, files: {} });
    writeFileSync(join(folder, "release.json"), text);
    const manifest = createHash("sha256").update(text).digest("hex");
    expect(await read()).toEqual({ kind: "release", version: "1.2.3", commit: "abc", isDirty: false, manifest });
    writeFileSync(join(folder, "release.json"), "{");
    await expect(read()).rejects.toThrow(StartError);
  });

  it("is the commit of a checkout, and whether files differ from it", async () => {
    git("init", "-q");
    writeFileSync(join(folder, "a"), "1");
    git("add", ".");
    git("commit", "-qm", "First");
    const commit = git("rev-parse", "HEAD").trim();
    const clean = { kind: "checkout", version: "1.2.3", commit, isDirty: false, manifest: null };
    expect(await read()).toEqual(clean);
    writeFileSync(join(folder, "b"), "2");
    expect(await read()).toEqual({ ...clean, isDirty: true });
  });

  it("is not known where there is no repository, or not one that Git reads", async () => {
    const unknown = { kind: "checkout", version: "1.2.3", commit: null, isDirty: null, manifest: null };
    expect(await read()).toEqual(unknown);
    mkdirSync(join(folder, ".git"));
    expect(await read()).toEqual(unknown);
  });

  it("is the version of this product's package.json here", async () => {
    expect(await readRunningRelease()).toMatchObject({
      kind: "checkout",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    });
  });
});
