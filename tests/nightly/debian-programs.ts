import { spawnSync } from "node:child_process";
import type { TestContext } from "vitest";
import { findProgram } from "../cluster/programs.ts";

/**
 * Skips a test where a package of Debian is missing, and says what to install.
 * @param packages package by program
 */
export function skipWithoutPrograms(context: TestContext, packages: Record<string, string>): void {
  const missing = Object.entries(packages).flatMap(([program, name]) => (findProgram(program) ? [] : [name]));
  context.skip(missing.length > 0, `needs Debian's packages: apt-get install ${missing.join(" ")}`);
}

/** Debian starts these servers as root, and they give up its rights themselves. */
export function skipWithoutRoot(context: TestContext): void {
  context.skip(process.getuid?.() !== 0, "needs root, as Debian's unit starts this server");
}

/** @throws Error when it is not installed, which `skipWithoutPrograms` has checked */
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
