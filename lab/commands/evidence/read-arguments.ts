import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ShareAbove } from "@wazi/domain";
import { allBots, findNearestName } from "@wazi/trading";
import { UsageError } from "../backtest/read-arguments.ts";
import { readOptions } from "../simulation/run-simulate-bots.ts";

const optionTypes = {
  data: { type: "string", multiple: true },
  bot: { type: "string" },
  json: { type: "boolean" },
  record: { type: "boolean" },
  "share-above": { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** The parsed command line. */
export interface EvidenceRequest {
  /** In the order of their paths, so that nothing depends on the order in which they were given. */
  readonly folders: readonly string[];
  /** Null for all bots. */
  readonly botName: string | null;
  readonly asJson: boolean;
  readonly isRecording: boolean;
  /** The gain above which the platform takes its share of kept money. */
  readonly shareAbove: ShareAbove;
}

/** @throws UsageError for invalid arguments */
export function readEvidenceArguments(args: readonly string[]): EvidenceRequest | "help" {
  const values = readOptions(args, optionTypes);
  if (values.help === true) return "help";
  const given = values.data ?? [];
  if (given.length === 0) throw new UsageError("--data FOLDER is missing.");
  const isRecording = values.record === true;
  if (isRecording && values.bot !== undefined) {
    throw new UsageError("--record needs all bots. Leave out --bot.");
  }
  return {
    shareAbove: readShareAbove(values["share-above"]),
    folders: given.map(findFolder).sort(),
    botName: values.bot === undefined ? null : findBot(values.bot),
    asJson: values.json === true,
    isRecording,
  };
}

function readShareAbove(given: string | undefined): ShareAbove {
  if (given === undefined || given === "nothing" || given === "bills") return given ?? "nothing";
  throw new UsageError(`--share-above: "${given}" is not nothing or bills.`);
}

function findBot(name: string): string {
  const names = allBots.map((bot) => bot.name);
  if (names.includes(name)) return name;
  const nearest = findNearestName(name, names);
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new UsageError(`Unknown bot "${name}".${hint} Available: ${names.join(", ")}.`);
}

/** npm runs commands in the project folder; INIT_CWD is the folder of the caller. The path may be relative to either. */
function findFolder(folder: string): string {
  const found = [process.cwd(), process.env["INIT_CWD"] ?? process.cwd()]
    .map((from) => resolve(from, folder))
    .find((each) => existsSync(each) && statSync(each).isDirectory());
  if (found === undefined) throw new UsageError(`--data: there is no folder "${folder}".`);
  return found;
}
