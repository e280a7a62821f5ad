import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Bot } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../../../../../tests/harness/bundle-program.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { takeSnapshot } from "../liabilities/take-snapshot.ts";
import { takeReserves } from "../../bank/reserves/take-reserves.ts";
import type { LogSigner } from "./log-signer.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { updateLog } from "./run-log.ts";

/** The checker's own commands on files that the product gave, as a stranger runs them. */
let app: TestApp;
let signer: LogSigner;
let investor: TestClient;
let base: string;
let programs: Record<"files" | "reserves", string>;

beforeAll(async () => {
  app = await startTestApp();
  signer = await openOwnSigner(app.sql, { dataDir: app.dataDir });
  investor = await app.funded("1500.00");
  const now = (): Date => new Date();
  await takeSnapshot({ sql: app.sql, now, computeLosingPct: () => Promise.resolve(null) });
  await takeReserves({ sql: app.sql, now, isPaper: true, chains: [], findRate: () => Promise.resolve(null) });
  await update();
  base = `${await app.app.listen({ port: 0, host: "127.0.0.1" })}/log`;
  programs = {
    files: await bundleProgram("check-files", "packages/proofs/src/checker/cli.ts"),
    reserves: await bundleProgram("check-reserves", "packages/proofs/src/checker/reserves/cli.ts"),
  };
});
afterAll(() => app.close());

const update = (): Promise<void> => updateLog(app.sql, signer, (note) => Promise.resolve(note));

function save(name: string, content: Buffer | string): string {
  const file = join(app.dataDir, name);
  writeFileSync(file, content);
  return file;
}

/** @returns what the program says; its process answers 1 when something is wrong, and 3 without a key that was given */
function run(program: string, ...args: string[]): Promise<{ code: number; says: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, says: stdout + stderr });
    });
  });
}

describe("the checker's command", () => {
  it("verifies a statement PDF of the product by its code, and finds one changed byte", async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { bytes } = await investor.call("GET", `/api/user/statement.pdf?month=${month}`);
    const file = save("statement.pdf", bytes);
    expect((await run(programs.files, file, "--log", base)).says).toContain("does not have this statement");
    await update();
    const { code, says } = await run(programs.files, file, "--log", base, "--key", signer.publicKey);
    expect(code, says).toBe(0);
    const [, printed = ""] = /The code on it must be ([A-Z0-9-]{19})\./.exec(says) ?? [];
    expect(readKeywords(bytes)).toContain(printed);
    const changed = Buffer.from(bytes);
    const middle = Math.floor(changed.length / 2);
    changed[middle] = (changed[middle] ?? 0) ^ 1;
    const wrong = await run(programs.files, save("changed.pdf", changed), "--log", base);
    expect([wrong.code, wrong.says]).toEqual([1, expect.stringContaining("does not have this statement")]);
  });

  it("verifies a bot's record, the whole log and an earlier checkpoint", async () => {
    const [bot] = (await app.visitor().call("GET", "/api/bots")).body as Bot[];
    const earlier = save("earlier", (await app.visitor().call("GET", "/log/checkpoint")).text);
    await app.funded("110.00");
    await update();
    const record = save("record.json", (await app.visitor().call("GET", `/api/bots/${bot?.id}/record`)).text);
    const own = await run(programs.files, record, "--log", base);
    expect([own.code, own.says]).toEqual([3, expect.stringMatching(/\nConsistent, not verified: give the key/)]);
    expect(own.says).not.toContain("Verified");
    const args = [record, "--log", base, "--since", earlier, "--key", signer.publicKey];
    const { code, says } = await run(programs.files, ...args);
    expect(code, says).toBe(0);
    expect(says).toMatch(/^Verified\.$/m);
    expect(says).toContain("continues the earlier one");
    expect(says).toContain("The log has no other trade of this bot.");
    const other = await run(programs.files, record, "--key", signer.publicKey.replace(/\+.{8}\+/, "+00000000+"));
    expect([other.code, other.says]).toEqual([1, expect.stringContaining("not a public key")]);
  });

  it("verifies a day's reserves", async () => {
    const file = save("reserves.json", (await app.visitor().call("GET", "/api/public/reserves")).text);
    const { code, says } = await run(programs.reserves, file, "--key", signer.publicKey);
    expect(code, says).toBe(0);
    expect(says).toContain("all money is paper");
    expect(says).toMatch(/^Verified\.$/m);
    const own = await run(programs.reserves, file);
    expect([own.code, own.says]).toEqual([3, expect.stringMatching(/\nConsistent, not verified: give the key/)]);
    expect(says).toContain("0 cents held for 150000 cents owed, 0.00 %.");
    const text = save(
      "changed.json",
      (await app.visitor().call("GET", "/api/public/reserves")).text.replace("150000", "150001"),
    );
    expect((await run(programs.reserves, text)).code).toBe(1);
  });
});

/** The keywords of a PDF; they are in an object stream when it is compressed. */
function readKeywords(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)].map(([, packed = ""]) => {
    try {
      return inflateSync(Buffer.from(packed, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return [text, ...streams].join("\n");
}
