import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findRunningDatabase } from "../../apps/server/src/db/embedded/open-database.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 90_000;
const READY_POLL_MS = 100;

export const ADMIN = { email: "admin@wazi.local", password: "Admin-passw0rd!" };

/** The product as `npm start` runs it, in a process and a data folder of its own. */
export interface ServedWazi {
  origin: string;
  /** As the database's superuser. */
  databaseUrl: string;
  reconcile(): Promise<{ code: number; output: string }>;
  stop(): Promise<void>;
}

export async function serveWazi(env: Record<string, string>): Promise<ServedWazi> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-served-"));
  const settings = {
    PORT: "0",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    RATE_LIMIT_SCALE: "0",
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  };
  const child = spawn(process.execPath, [join(ROOT, "scripts/start.mjs")], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const origin = await waitForAddress(child, output);
  const databaseUrl = findRunningDatabase(dataDir);
  if (databaseUrl === undefined) throw new Error("no database runs");
  return {
    origin,
    databaseUrl,
    reconcile: () => runReconcile({ ...process.env, ...settings }),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitForAddress(child: ChildProcess, output: readonly string[]): Promise<string> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const origin = /Wazi is at (http:\/\/\S+)/.exec(output.join(""))?.[1];
    if (origin !== undefined && (await fetch(`${origin}/readyz`)).status === 200) return origin;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
  child.kill("SIGKILL");
  throw new Error(`Wazi did not start:\n${output.join("")}`);
}

function runReconcile(env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(ROOT, "scripts/reconcile.mjs")], { env, cwd: ROOT }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}
