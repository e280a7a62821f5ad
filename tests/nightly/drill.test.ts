import { appendFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { findFreePort } from "../../apps/server/src/platform/process/free-port.ts";
import { signUp } from "../harness/http-client.ts";
import { processTest as test } from "../harness/process-test.ts";
import { createDataDir, runNpm, startWazi } from "../harness/wazi-process.ts";

/** Backup, archive and drill as their timers run them, and what the metrics of a running process say of them. */

test("a drill verifies the newest backup; a damaged one fails, and leaves what was verified", async ({ folder }) => {
  const dataDir = createDataDir();
  const metricsPort = await findFreePort();
  const serving = await startWazi(dataDir, { env: { METRICS_PORT: String(metricsPort) } });
  await signUp(serving.client(), { email: "amina.drill@example.com" });
  const run = (name: string, ...args: string[]) => runNpm(dataDir, ["run", "--silent", "wazi", "--", name, ...args]);
  /** The failed copies, and those that were verified. */
  const readCopies = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const find = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, kind = ""]) => kind).sort();
    return {
      verified: find(/^wazi_copy_verified_age_seconds\{copy="(\w+)"\}/gm),
      failed: find(/^wazi_copy_failed\{copy="(\w+)"\} 1$/gm),
    };
  };
  /** A scrape within two seconds shows the figures of the one before. */
  const expectCopies = (copies: { verified: string[]; failed: string[] }) =>
    expect.poll(readCopies, { timeout: 20_000 }).toEqual(copies);

  await expectCopies({ verified: [], failed: [] });
  expect((await run("drill", "--from", folder)).stderr).toContain("has no complete backup");
  await expectCopies({ verified: [], failed: ["drill"] });
  expect(await run("backup", "--to", folder)).toMatchObject({ code: 0, stderr: "" });
  const before = readdirSync(tmpdir());
  const drilled = await run("drill", "--from", folder);
  expect(drilled).toMatchObject({ code: 0, stderr: "" });
  expect(drilled.stdout).toMatch(
    /^Restored the state of .+ Removed it\.\nThe books agree\.\nConsistent, not verified: .+ It is signed with the given key\.$/m,
  );
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("wazi-drill-") && !before.includes(name))).toEqual([]);
  expect(await run("archive", "--verify", folder)).toMatchObject({ code: 0, stdout: "No month is due yet.\n" });
  await expectCopies({ verified: ["archive", "backup", "drill"], failed: [] });

  const [backup = ""] = readdirSync(folder).filter((name) => name.endsWith("Z"));
  appendFileSync(join(folder, backup, "tables/users.copy.gz"), "x");
  const failed = await run("drill", "--from", folder);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/is damaged: tables\/users\.copy\.gz/);
  await expectCopies({ verified: ["archive", "backup", "drill"], failed: ["drill"] });
  await serving.stop();
});
