import { readFileSync } from "node:fs";
import { hash, toHex } from "./bytes.ts";
import { checkBalance, type BalanceProof, type LiabilitiesLeaf } from "./liabilities.ts";
import { checkLeaves, type LoggedLeaves } from "./log-files.ts";
import { checkRecord, type BotRecord } from "./record.ts";
import { sayVerdict } from "./say-verdict.ts";
import { checkWholeLog } from "./whole-log/check-whole-log.ts";

const args = process.argv.slice(2);
const valueOf = (option: string): string | undefined => args[args.indexOf(`--${option}`) + 1 || args.length];
const files = args.filter((each, index) => !each.startsWith("--") && !(args[index - 1] ?? "").startsWith("--"));
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

async function checkBalanceFile(file: LoggedLeaves & { proof: BalanceProof }, key: string): Promise<string[]> {
  await checkLeaves(file, key);
  const logged = JSON.parse(file.leaves[0]?.leaf ?? "{}") as LiabilitiesLeaf;
  if (logged.type !== "liabilities") throw new Error("the file has no leaf with the day's total");
  checkBalance(file.proof, logged);
  const { day, available, inPositions, held } = file.proof;
  return [`Day ${day}: ${available}, ${inPositions} and ${held} cents are in the published total of ${logged.total}.`];
}

/** Reads a whole log, with the checks that the options ask for. */
function checkLog(base: string): Promise<string[]> {
  const since = valueOf("since");
  const earlier = since === undefined ? undefined : readFileSync(since, "utf8");
  return checkWholeLog(base, { key: valueOf("key"), since: earlier, witness: valueOf("witness") }, say);
}

/** No trade or interest of the bot may be missing, nor a later beginning of its record. */
function checkNothingLeftOut(record: BotRecord, log: readonly string[]): void {
  const known = new Set(record.leaves.map(({ index }) => index));
  const left = log.findIndex((leaf, index) => {
    const { type, botId } = JSON.parse(leaf) as Record<string, unknown>;
    return ["trade", "interest", "record"].includes(String(type)) && botId === record.botId && !known.has(index);
  });
  if (left >= 0) throw new Error(`the log has a leaf of this bot that the record does not have (leaf ${left})`);
  say("The log has no other trade of this bot.");
}

function checkStatement(code: string, log: readonly string[]): void {
  const leaf = log.find((each) => each.includes(`"${code}"`));
  if (leaf === undefined) throw new Error("the log that --log names does not have this statement");
  say(`The statement is as it was made. The code on it must be ${(JSON.parse(leaf) as { printed: string }).printed}.`);
}

async function main(): Promise<void> {
  const base = valueOf("log");
  const log = base === undefined ? [] : await checkLog(base);
  for (const bytes of files.map((name) => readFileSync(name))) {
    if (bytes.subarray(0, 5).toString() === "%PDF-") checkStatement(toHex(hash(bytes)), log);
    else {
      const file = JSON.parse(bytes.toString("utf8")) as BotRecord & { key: string; proof?: BalanceProof };
      const key = valueOf("key") ?? file.key;
      if (valueOf("key") === undefined) say(`The file's key is ${key}. Compare it with the published one.`);
      const { proof } = file;
      for (const line of await (proof ? checkBalanceFile({ ...file, proof }, key) : checkRecord(file, key))) say(line);
      if (base && !proof) checkNothingLeftOut(file, log);
    }
  }
  sayVerdict(valueOf("key"));
}

main().catch((error: unknown) => {
  process.stderr.write(`Not verified: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
