import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { ANVIL } from "../harness/chains/anvil-lab.ts";
import { stretchBound } from "../harness/stretch-bound.ts";
import { copiedWaziTest as it } from "../harness/process-test.ts";
import { createDataDir, eventually, launch } from "../harness/wazi-process.ts";

const GONE_WITHIN_MS = 10_000;
const CONFIG = "tests/crash/killed-run/vitest.config.ts";
/** Some of the programs of a run. Litecoin Core and Debian's servers inherit the same environment. */
const STARTED = [...(ANVIL === undefined ? [] : ["anvil"]), "postgres"];

interface Running {
  worker: number;
  vitest: number;
  server: number;
  postgres: number;
}

/** Starts `npm test` on a file that starts a server, PostgreSQL, anvil and a browser. */
async function startRun(templateDir: string): Promise<Running & { npm: number; output(): string }> {
  const dataDir = createDataDir();
  const file = join(dirname(dataDir), "running.json");
  const run = launch(dataDir, {
    command: ["npm", "test", "--", "--config", CONFIG],
    env: {
      KILLED_RUN_DATA: templateDir,
      KILLED_RUN_FILE: file,
      WAZI_TEST_CHROME: process.env["WAZI_TEST_CHROME"],
      CHROME_PATH: process.env["CHROME_PATH"],
    },
  });
  const output = (): string => run.stdout() + run.stderr();
  const ended = run.exited.then(({ code }) => {
    throw new Error(`the run ended with ${code}: ${output()}`);
  });
  const read = (): Running => JSON.parse(readFileSync(file, "utf8")) as Running;
  const isReady = (): boolean => {
    try {
      return read().server > 0;
    } catch {
      return false;
    }
  };
  await Promise.race([ended, eventually(isReady, stretchBound(120_000))]);
  ended.catch(() => undefined);
  return { ...read(), npm: run.pid, output };
}

const WHO = ["worker", "vitest", "npm"] as const;

it.for(WHO)("a run whose %s is killed leaves no process behind", async (who, { template }) => {
  const run = await startRun(template.dataDir);
  const processes = listProcesses();
  const findBelow = (pid: number): Process[] => {
    const children = processes.filter(({ parent }) => parent === pid);
    return [...children, ...children.flatMap((child) => findBelow(child.pid))];
  };
  const all = findBelow(run.npm);
  const names = all.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(STARTED));
  expect(all.map(({ pid }) => pid)).toEqual(expect.arrayContaining([run.worker, run.vitest, run.server, run.postgres]));
  process.kill(run[who], "SIGKILL");

  const findLeft = (): string[] => {
    const now = new Map(listProcesses().map((each) => [each.pid, each]));
    return all
      .filter((each) => now.get(each.pid)?.startedAt === each.startedAt)
      .map(({ pid, name }) => `${name} ${pid}`);
  };
  await expect.poll(findLeft, { timeout: stretchBound(GONE_WITHIN_MS) }).toEqual([]);
});

interface Process {
  pid: number;
  parent: number;
  name: string;
  startedAt: string;
}

/** Those that run. One that has ended may wait for its starter to take note of it. */
function listProcesses(): Process[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${entry}/stat`, "utf8")) ?? [];
      const [state, parent, ...others] = rest.split(" ");
      return state === "Z" ? [] : [{ pid: Number(entry), parent: Number(parent), name, startedAt: others[17] ?? "" }];
    } catch {
      return []; // it has just ended
    }
  });
}
