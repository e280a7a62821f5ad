import { answerHelp } from "./project.mjs";
import { runCommand } from "./run-command.mjs";

answerHelp(`
Usage: npm run wazi -- reserves message ADDRESS
       npm run wazi -- reserves sign ADDRESS DATE SIGNATURE
       npm run wazi -- reserves statement ACCOUNT CURRENCY AMOUNT DATE FILE

Records what the platform holds, for the daily proof of reserves (docs/explanation/proofs.md). Runs beside a running instance or alone.

  message    prints the dated text to sign with the key of an address of Ethereum ("sign message" of a wallet, EIP-191), Tron
             (TronLink's signMessageV2), Bitcoin or Litecoin ("signmessage" of Core or a hardware wallet, or BIP-322 "simple")
  sign       checks and records the signature. It counts for 31 days
  statement  records the closing balance of a broker's statement, with the SHA-256 of its file. It counts for 31 days

Statements of banks and M-Pesa that are imported in the back office count without this command.`);

await runCommand("reserves", process.argv.slice(2));
