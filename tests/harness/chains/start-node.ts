import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 120_000;
const POLL_MS = 50;

export interface StartedNode {
  /** Asks by JSON-RPC. @throws Error with the node's message */
  ask<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a node and waits until it answers. */
export async function startNode(
  command: string,
  args: readonly string[],
  rpc: { url: string; login?: string; ready: string },
): Promise<StartedNode> {
  const child = spawn(command, args, { stdio: "ignore" });
  const exited = once(child, "exit");
  const ask = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const authorization = rpc.login && `Basic ${Buffer.from(rpc.login).toString("base64")}`;
    const answer = await fetch(rpc.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { result: T; error?: { message: string } | null };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  await waitUntilReady(child, () => ask(rpc.ready));
  return {
    ask,
    stop: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function waitUntilReady(child: ChildProcess, probe: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    if (child.exitCode !== null) throw new Error(`The node ended with ${child.exitCode}`);
    try {
      await probe();
      return;
    } catch {
      await sleep(POLL_MS);
    }
  }
  child.kill("SIGKILL");
  throw new Error("The node did not answer in time");
}
