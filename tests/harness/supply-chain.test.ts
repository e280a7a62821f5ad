import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

interface Package {
  name: string;
  licence: string | undefined;
}
interface LockFile {
  packages: Record<
    string,
    {
      version?: string;
      resolved?: string;
      integrity?: string;
      link?: boolean;
      optionalDependencies?: Record<string, string>;
    }
  >;
}
const { findProblems, listPackages } = (await import(
  new URL("../../ops/scripts/licences.mjs", import.meta.url).href
)) as {
  findProblems: (packages: Package[]) => string[];
  listPackages: (lock: LockFile) => Package[];
};
interface Found {
  place: string;
  kind: string;
}
const { findSecrets, scanFiles, scanHistory } = (await import(
  new URL("../../ops/scripts/scan-secrets.mjs", import.meta.url).href
)) as {
  findSecrets: (text: string, place: string) => Found[];
  scanFiles: () => Found[];
  scanHistory: (folder?: string) => Found[];
};
const { makeSbom } = (await import(new URL("../../ops/scripts/sbom.mjs", import.meta.url).href)) as {
  makeSbom: (madeAt: number) => string;
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

describe("the secret scan", () => {
  // Put together here, so that this file has none.
  it.each([
    ["AKIA" + "ABCDEFGHIJKLMNOP", "AWS access key"],
    ["-----BEGIN " + "RSA PRIVATE KEY-----", "private key"],
    ["ghp_" + "a1".repeat(20), "GitHub token"],
    ["https://deploy:" + "k3yk3yk3yk3yk3y@git.example", "login in an address"],
    ['secret: "' + "0123456789abcdef".repeat(2) + '"', "named secret"],
    ["sk_live_" + "0a".repeat(12), "Stripe key"],
  ])("finds %s", { tags: ["S66"] }, (text, kind) => {
    const found = findSecrets(`first line\nconst key = "${text}";`, "a.ts");
    expect(found.map((each) => each.kind)).toContain(kind);
    expect(found[0]).toMatchObject({ place: "a.ts:2" });
    expect(JSON.stringify(found)).not.toContain(text);
  });

  it("finds what a later commit removed", { tags: ["S66"] }, () => {
    const folder = mkdtempSync(join(tmpdir(), "wazi-history-"));
    const git = (...args: string[]): unknown =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], { cwd: folder });
    try {
      git("init", "--quiet");
      for (const key of ["AKIA" + "ABCDEFGHIJKLMNOP", "none"]) {
        writeFileSync(join(folder, "a.ts"), `const key = "${key}";\n`);
        git("add", ".");
        git("commit", "--quiet", "--message", "A change");
      }
      expect(scanHistory(folder)).toMatchObject([
        { kind: "AWS access key", place: expect.stringMatching(/^commit \w+:/) as string },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("finds nothing in the project's files and commits", { tags: ["S66"] }, () => {
    expect(scanFiles()).toEqual([]);
    // A copy without git has no commits.
    if (existsSync(join(ROOT, ".git"))) expect(scanHistory()).toEqual([]);
  });

  it("takes no ordinary text for a secret", () => {
    const plain = 'const password = "Correct-h0rse!"; // see https://example.com/a:b@c\nconst token = createToken();';
    expect(findSecrets(plain, "a.ts")).toEqual([]);
  });
});

describe("the packages of the product", () => {
  const lock = JSON.parse(readText("package-lock.json")) as LockFile;

  it(
    "are all in the list of contents, with their versions and hashes, which is the same each time",
    { tags: ["S66"] },
    () => {
      const text = makeSbom(0);
      const { components } = JSON.parse(text) as { components: { "bom-ref": string; hashes?: object[] }[] };
      const listed = components.map(({ "bom-ref": name }) => name);
      const dependencies = ["apps/server", "apps/web", "packages/proofs"].flatMap((folder) => {
        const { dependencies: own } = JSON.parse(readText(`${folder}/package.json`)) as {
          dependencies: Record<string, string>;
        };
        const names = Object.keys(own).filter((name) => !name.startsWith("@wazi/"));
        const find = (name: string) =>
          lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
        return names.map((name) => `${name}@${find(name)?.version}`);
      });
      expect(dependencies.length).toBeGreaterThan(40);
      expect(dependencies.filter((name) => !listed.includes(name))).toEqual([]);
      expect(listed.filter((name) => /^(vitest|oxlint|typescript|playwright|autocannon)@/.test(name))).toEqual([]);
      const withoutHash = components.filter(({ hashes = [] }) => hashes.length === 0);
      expect(withoutHash.filter(({ "bom-ref": name }) => !name.startsWith("@wazi/"))).toEqual([]);
      expect(makeSbom(0)).toBe(text);
    },
  );

  it("have licences that allow their use", { tags: ["S66"] }, () => {
    const packages = listPackages(lock);
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(["fastify", "react", "pg"]));
    expect(findProblems(packages)).toEqual([]);
    expect(
      findProblems([
        { name: "x", licence: "AGPL-3.0-only" },
        { name: "y", licence: undefined },
      ]),
    ).toEqual(["x: AGPL-3.0-only", "y: no licence"]);
  });

  it(
    "have an entry for every system that they name, without which npm ci refuses the lockfile",
    { tags: ["S66"] },
    () => {
      const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
        Object.keys(optionalDependencies).filter(
          (name) =>
            lock.packages[`${path}/node_modules/${name}`] === undefined && !lock.packages[`node_modules/${name}`],
        ),
      );
      // Only tests use it, and the registry has it for one system alone.
      expect(missing.filter((name) => !name.startsWith("@foundry-rs/anvil-"))).toEqual([]);
    },
  );

  it("are installed by the lockfile, which has a checksum for each, without their scripts", { tags: ["S66"] }, () => {
    // The addresses of registry packages are left out of the lockfile, so that any registry can serve them.
    const remote = Object.entries(lock.packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
    expect(remote.length).toBeGreaterThan(100);
    expect(remote.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
    const addresses = remote.flatMap(([, { resolved }]) => (resolved === undefined ? [] : [resolved]));
    expect(addresses.filter((address) => !address.startsWith("https://"))).toEqual([]);
    expect(readText(".npmrc")).toMatch(/^ignore-scripts ?= ?true$/m);
    expect(readText("ops/scripts/ensure-installed.mjs")).toContain('"ci"');
  });
});
