import { createHash } from "node:crypto";
import {
  makeReserveMessage,
  recordBrokerStatement,
  recordSignature,
  type RecordDeps,
} from "../bank/reserves/record-reserves.ts";
import { readGivenFile } from "../platform/process/read-given-file.ts";
import { answerHelp, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readSettings } from "../start/settings/settings.ts";
import { runOnDatabase } from "./command-database.ts";

const USAGE = `npm run wazi -- reserves message ADDRESS
npm run wazi -- reserves sign ADDRESS DATE SIGNATURE
npm run wazi -- reserves statement ACCOUNT CURRENCY AMOUNT DATE FILE`;

type Act = (deps: RecordDeps) => Promise<string>;

/** @throws UsageError when the arguments are wrong */
function readAct([name, ...args]: readonly string[]): Act {
  const [first = "", second = "", third = ""] = args;
  if (name === "message" && args.length === 1) return (deps) => makeReserveMessage(deps, first);
  if (name === "sign" && args.length === 3) {
    return async (deps) => {
      await recordSignature(deps, { address: first, signedOn: second, signature: third });
      return `Recorded: ${first} counts for 31 days from ${second}.`;
    };
  }
  if (name === "statement" && args.length === 5) return readStatement(args);
  throw new UsageError("reserves needs message, sign or statement with its values. --help shows them.");
}

function readStatement([account = "", currency = "", amount = "", asOf = "", path = ""]: readonly string[]): Act {
  if (!/^-?\d{1,15}(\.\d{1,8})?$/.test(amount)) throw new UsageError(`${JSON.stringify(amount)} is not an amount.`);
  if (!/^[A-Z]{3,4}$/.test(currency)) throw new UsageError("The currency must be a code such as USD.");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asOf) || Number.isNaN(Date.parse(asOf)))
    throw new UsageError("The date must be the statement's, as YYYY-MM-DD.");
  const file = createHash("sha256").update(readGivenFile(path, "statement")).digest("hex");
  return async ({ sql }) => {
    await recordBrokerStatement({ sql }, { account, currency, amount, asOf, file });
    return `Recorded: ${account} held ${amount} ${currency} on ${asOf}. SHA-256 of the file: ${file}`;
  };
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const act = readAct(process.argv.slice(2));
  const settings = readSettings(process.env);
  const deps = { now: () => new Date(), isTest: settings.mode === "demo" };
  await runOnDatabase(settings, "reserves", (sql) => act({ sql, ...deps }));
}

main().catch(reportFailure);
