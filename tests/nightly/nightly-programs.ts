import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeMarket } from "../../lab/torture/torture-market.ts";
import { findProgram } from "../cluster/programs.ts";
import { adminAccount, CHECKOUT, createDataDir, startWazi, type Serving } from "../harness/wazi-process.ts";

const SEED = 1;

/**
 * The `skipReason` of a test where a package of Debian is missing, which says what to install.
 * @param packages package by program
 */
export function explainMissing(packages: Record<string, string>): string {
  const missing = Object.entries(packages).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  return missing.length === 0 ? "" : `needs Debian's packages: apt-get install ${missing.join(" ")}`;
}

/** Debian starts these servers as root, and they give up its rights themselves. */
export const NO_ROOT = process.getuid?.() === 0 ? "" : "needs root, as Debian's unit starts this server";

/** @throws Error when it is not installed, which `skipReason` has checked */
export function pathOf(program: string): string {
  const path = findProgram(program);
  if (path === undefined) throw new Error(`${program} is not installed`);
  return path;
}

/** The installed version, for the list of docs/reference/tests.md. */
export function versionOf(packageName: string): string {
  return spawnSync("dpkg-query", ["-W", "-f=${Version}", packageName], { encoding: "utf8" }).stdout;
}

/** Replaces each text, so that a server gets ports and folders of its own. @throws Error for a text that is not there */
export function adapt(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`"${from}" is not in the configuration`);
    return before.replaceAll(from, to);
  }, text);
}

/**
 * Starts the program that `npm test` has built, alone with the embedded database, as a release starts it. Its prices are a
 * generated replay, because the past of simulated ones takes long to make.
 */
export function startBuiltWazi(env: Record<string, string>): Promise<Serving> {
  const dataDir = createDataDir();
  const market = join(dirname(dataDir), "market");
  mkdirSync(market);
  writeMarket(market, SEED);
  return startWazi(dataDir, {
    command: [process.execPath, join(CHECKOUT, "apps/server/dist/main.js")],
    env: {
      ADMIN_PASSWORD: adminAccount.password,
      MARKET_FEED: `replay:${market}`,
      REPLAY_SPEED: "20",
      REPLAY_LOOP: "on",
      ...env,
    },
  });
}
