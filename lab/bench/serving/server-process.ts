import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ServerProcess {
  child: ChildProcess;
  origin: string;
}

/** Starts the built server with a temporary data folder, runs `work` on it, and deletes the folder afterwards. */
export async function withServer<T>(
  work: (server: ServerProcess) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.js")], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: "0", RATE_LIMIT_SCALE: "0", LOG_LEVEL: "error", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    return await work({ child, origin: await addressOf(child) });
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Waits for the server's start message and returns the address in it. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const [, address] = /Wazi is at (\S+)/.exec(text) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`The server exited with code ${code}`)));
  });
}
