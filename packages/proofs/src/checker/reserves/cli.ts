import { readFileSync } from "node:fs";
import type { LiabilitiesLeaf } from "../liabilities.ts";
import { checkLeaves, type LoggedLeaves } from "../log-files.ts";
import { sayVerdict } from "../say-verdict.ts";
import { checkReserves, type ReservesLeaf } from "./check-reserves.ts";

/** Checks a file of the day's reserves, as the address /api/public/reserves answers it. */
async function main([name = "", option, value]: readonly string[]): Promise<string[]> {
  const file = JSON.parse(readFileSync(name, "utf8")) as LoggedLeaves & { key: string };
  const given = option === "--key" ? value : undefined;
  const key = given ?? file.key;
  const { origin } = await checkLeaves(file, key);
  const [reserves, liabilities] = file.leaves.map(({ leaf }) => JSON.parse(leaf) as unknown);
  const { day, isPaper, addresses, statements, total, owed, coveragePct } = reserves as ReservesLeaf;
  checkReserves(reserves as ReservesLeaf, liabilities as LiabilitiesLeaf, origin);
  return [
    given === undefined
      ? `The file's key is ${key}. Compare it with the published one.`
      : "The log is signed with your key.",
    ...(isPaper ? ["This is a demo: all money is paper, and reserves prove nothing."] : []),
    ...addresses.map(({ network, address, block, signedOn, holdings }) => {
      const held = holdings.map(({ amount, currency }) => `${amount} ${currency}`).join(", ");
      return `${network} ${address}, signed with its key on ${signedOn}: ${held || "nothing"} at block ${block}. Look it up.`;
    }),
    ...statements.map(
      ({ kind, account, amount, currency, asOf, file: hash }) =>
        `${kind} "${account}": ${amount} ${currency} on ${asOf}, by a file with the SHA-256 ${hash}.`,
    ),
    `Day ${day}: ${total} cents held for ${owed} cents owed${coveragePct === null ? "" : `, ${coveragePct} %`}.`,
  ];
}

main(process.argv.slice(2)).then(
  (lines) => {
    process.stdout.write(`${lines.join("\n")}\n`);
    sayVerdict(process.argv[3] === "--key" ? process.argv[4] : undefined);
  },
  (error: unknown) => {
    process.stderr.write(`Not verified: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
