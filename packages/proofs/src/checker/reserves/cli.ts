import { readFileSync } from "node:fs";
import type { LiabilitiesLeaf } from "../liabilities.ts";
import { checkLeaves, type LoggedLeaves } from "../log-files.ts";
import { checkReserves, type ReservesLeaf } from "./check-reserves.ts";

/** Checks a file of the day's reserves, as the address /api/public/reserves answers it. */
async function main([name = "", option, given]: readonly string[]): Promise<string[]> {
  const file = JSON.parse(readFileSync(name, "utf8")) as LoggedLeaves & { key: string };
  const key = option === "--key" && given !== undefined ? given : file.key;
  const { origin } = await checkLeaves(file, key);
  const [reserves, liabilities] = file.leaves.map(({ leaf }) => JSON.parse(leaf) as unknown);
  const { day, isPaper, addresses, statements, total, owed, coveragePct } = reserves as ReservesLeaf;
  checkReserves(reserves as ReservesLeaf, liabilities as LiabilitiesLeaf, origin);
  return [
    key === file.key
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
    "Verified.",
  ];
}

main(process.argv.slice(2)).then(
  (lines) => void process.stdout.write(`${lines.join("\n")}\n`),
  (error: unknown) => {
    process.stderr.write(`Not verified: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
