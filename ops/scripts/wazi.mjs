import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { developmentPrograms, programs } from "./programs.mjs";
import { answerHelp, isMain, readArguments, refuse, ROOT } from "./project.mjs";
import { runCommand, runHarness } from "./run-command.mjs";

/** Commands of an operator, which a release has too (apps/server/src/commands/wazi.ts). */
const operatorCommands = {
  backup: "writes a backup",
  restore: "fills an empty database from a backup",
  quarantine: "compares a restored database, and lets payouts leave again",
  drill: "restores the newest backup elsewhere and compares its books",
  archive: "writes closed months of the ledger to files",
  reserves: "records what the platform holds",
  "renew-log": "starts the public log again with another key",
  "appoint-administrator": "appoints an administrator without a second one",
  "reset-admin": "gives an administrator a new password",
  "accept-clock": "lets trading go on after the clock was set back",
  "rotate-documents": "encrypts stored documents with another key",
  witness: "cosigns the checkpoints of a log",
};

/** Commands of development and of publishing, which need a checkout. */
const checkoutCommands = {
  "make-release": "writes what a server needs to a folder",
  sbom: "lists the packages of the server and the web app",
  licences: "checks the licences of all packages",
  "scan-secrets": "looks for secrets in all files and commits",
  messages: "compiles the message catalogues",
  "seed-back-office": "fills the database with many users and requests",
  "test-signer": "signs prepared payouts on test networks",
  "fit-market": "fits the simulated market to real prices",
  "simulate-bots": "simulates years of the bots' results",
  cluster: "starts several processes with Debian's server packages",
  "test:cluster": "kills and promotes under load in such a cluster",
  torture: "kills processes under money load and checks every promise",
  soak: "looks for leaks under mixed load",
  "plant-faults": "plants mistakes and runs the tests that should notice them",
};

export const commands = { ...operatorCommands, ...checkoutCommands };

const isBuiltIn = (name) => Object.hasOwn(programs, name) || Object.hasOwn(developmentPrograms, name);

/** The script of a command: this file, or one of its own. */
export const fileOf = (name) =>
  join(ROOT, "ops/scripts", `${isBuiltIn(name) ? "wazi" : name === "test:cluster" ? "test-cluster" : name}.mjs`);
const list = (of) => Object.entries(of).map(([name, text]) => `  ${name.padEnd(21)} ${text}`);

const help = `
Usage: npm run wazi -- NAME [ARGUMENTS]

Runs a command. With --help after its name it says what it takes.

For operators:
${list(operatorCommands).join("\n")}

For development and publishing:
${list(checkoutCommands).join("\n")}`;

async function main() {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined || name.startsWith("-")) {
    answerHelp(help, name === undefined ? ["--help"] : [name]);
    refuse(`${name} is not a command. --help lists them.`);
  }
  if (!Object.hasOwn(commands, name) && !isBuiltIn(name)) refuse(`There is no command "${name}". --help lists them.`);
  const file = realpathSync(fileOf(name));
  // As if Node had been started with it.
  process.argv = [process.execPath, file, ...args];
  if (Object.hasOwn(programs, name)) await runProgram(name, args);
  else if (Object.hasOwn(developmentPrograms, name)) await runDevelopmentProgram(developmentPrograms[name]);
  else await import(pathToFileURL(file).href);
}

async function runProgram(name, args) {
  const usage = programs[name];
  if (usage !== undefined) answerHelp(usage, args);
  await runCommand(name, args);
}

async function runDevelopmentProgram({ source, help: usage, options, needsBuild }) {
  readArguments(usage, { options });
  await runHarness(basename(source, ".ts"), source, { needsBuild });
}

if (isMain(import.meta.url)) await main();
