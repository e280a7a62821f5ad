import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBase64, isEqual, rootOfPath, toBase64 } from "@wazi/proofs";
import { addCheckpoint, derivePublicKey, formatCheckpoint, isConsistent, signNote } from "@wazi/proofs/witness";
import { describe, expect, it } from "vitest";

/** Valid and broken proofs that others wrote (transparency-dev/merkle), for every program of ours that checks one. */
const FOLDER = fileURLToPath(new URL("../../../shared/counterparties/merkle/testdata", import.meta.url));
const SECOND_CHECKER = fileURLToPath(new URL("second-checker.py", import.meta.url));
const CASES_OF_A_KIND = 98;
const isThere = existsSync(FOLDER);
if (!isThere) console.warn("skipped: no proofs under ../shared/counterparties/merkle");

interface Case {
  wantErr: boolean;
  proof: string[] | null;
}
interface ConsistencyCase extends Case {
  size1: number;
  size2: number;
  root1: string;
  root2: string;
}
interface InclusionCase extends Case {
  leafIdx: number;
  treeSize: number;
  root: string;
  leafHash: string;
}

const namesOf = (kind: string): string[] =>
  readdirSync(join(FOLDER, kind), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const readCase = <T>(kind: string, name: string): T => JSON.parse(readFileSync(join(FOLDER, kind, name), "utf8")) as T;
const toHashes = ({ proof }: Case): Uint8Array[] => (proof ?? []).map(fromBase64);

/** The names of the cases in which a check does not answer as the case wants. */
function listDisagreements<T extends Case>(kind: string, isRight: (each: T) => boolean, folder = ""): string[] {
  const names = namesOf(kind);
  expect(names).toHaveLength(CASES_OF_A_KIND);
  return names
    .filter((name) => name.startsWith(folder))
    .filter((name) => {
      const each = readCase<T>(kind, name);
      return isRight(each) === each.wantErr;
    });
}

describe.skipIf(!isThere)("proofs of others", () => {
  it("of consistency are judged by the witness's check as they want", () => {
    const isRight = ({ size1, size2, root1, root2, ...each }: ConsistencyCase): boolean =>
      isConsistent({ size: size1, root: fromBase64(root1) }, { size: size2, root: fromBase64(root2) }, toHashes(each));
    expect(listDisagreements("consistency", isRight)).toEqual([]);
  });

  it("of consistency get a witness's signature only if they are right, or a log has its first checkpoint", () => {
    const secret = new Uint8Array(32).fill(1);
    const key = { name: "wazi.example/log", kind: 1, publicKey: derivePublicKey(secret) };
    const isSigned = ({ size1, size2, root1, root2, proof }: ConsistencyCase): boolean => {
      const memory = { load: () => (size1 === 0 ? null : { size: size1, root: root1 }), save: () => undefined };
      const body = formatCheckpoint(key.name, { size: size2, root: fromBase64(root2) });
      const note = `${body}\n${signNote(body, key, secret)}`;
      const options = { name: "witness.example", secret, logs: [key], memory, now: () => new Date(0) };
      const lines = (proof ?? []).map((each) => `${each}\n`).join("");
      return addCheckpoint(options, `old ${size1}\n${lines}\n${note}`).status === 200;
    };
    // A witness that knows nothing of a log signs its first checkpoint, whatever its root: there is nothing to compare it with.
    expect(listDisagreements("consistency", isSigned, "additional/").sort()).toEqual([
      "additional/size1-is-zero-and-does-not-equal-size2.json",
      "additional/size1-is-zero-and-size2-is-not-zero.json",
    ]);
  });

  it("of inclusion are judged by the checker as they want", () => {
    const isRight = ({ leafIdx, treeSize, root, leafHash, ...each }: InclusionCase): boolean => {
      const found = rootOfPath(fromBase64(leafHash), leafIdx, treeSize, toHashes(each));
      return found !== null && isEqual(found, fromBase64(root));
    };
    expect(listDisagreements("inclusion", isRight)).toEqual([]);
  });

  it("of inclusion are judged by the second checker as they want", () => {
    const program = [
      "import base64, importlib.util, json, sys",
      `spec = importlib.util.spec_from_file_location("checker", ${JSON.stringify(SECOND_CHECKER)})`,
      "checker = importlib.util.module_from_spec(spec)",
      "spec.loader.exec_module(checker)",
      "def judge(c):",
      "    try:",
      "        proof = [base64.b64decode(each) for each in c['proof'] or []]",
      "        leaf, root = base64.b64decode(c['leafHash']), base64.b64decode(c['root'])",
      "        checker.verify_inclusion(leaf, c['leafIdx'], c['treeSize'], proof, root)",
      "        return True",
      "    except checker.Wrong:",
      "        return False",
      "json.dump([judge(c) for c in json.load(sys.stdin)], sys.stdout)",
    ].join("\n");
    // As text, because some numbers have 64 bits.
    const texts = namesOf("inclusion").map((name) => readFileSync(join(FOLDER, "inclusion", name), "utf8"));
    const { stdout, stderr } = spawnSync("python3", ["-c", program], { input: `[${texts.join()}]`, encoding: "utf8" });
    expect(stderr).toBe("");
    const wanted = texts.map((text) => !(JSON.parse(text) as InclusionCase).wantErr);
    expect(JSON.parse(stdout)).toEqual(wanted);
    expect(wanted).toHaveLength(CASES_OF_A_KIND);
  });

  it("have hashes in the form that we write", () => {
    const { root } = readCase<InclusionCase>("inclusion", "0/happy-path.json");
    expect(toBase64(fromBase64(root))).toBe(root);
  });
});
