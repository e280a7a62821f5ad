import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createTestSigner, serveTestSigner } from "../withdrawals/chain-payouts/test-signer.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { StartError } from "../platform/process/start-error.ts";

const USAGE = `npm run wazi -- test-signer --key FILE [--port PORT] [--sign NETWORK FILE]

Signs prepared payouts on test networks, with the private key in a file, which is made when it is missing. It prints the key's
addresses: give them to Wazi as PAYOUT_ETH_ADDRESS, PAYOUT_BTC_ADDRESS and PAYOUT_LTC_ADDRESS. It refuses Ethereum's main network.

  --key FILE             32 bytes in hexadecimal
  --port PORT            serves http://127.0.0.1:PORT for PAYOUT_SIGNER_URL
  --sign NETWORK FILE    prints the signed file of a batch; NETWORK is ERC20, BTC or LTC`;

const COULD_NOT_RUN = 2;
const KEY_BYTES = 32;
const networks = ["ERC20", "BTC", "LTC"] as const;

function readKey(file: string): Uint8Array {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString("hex")}\n`, { mode: 0o600, flag: "wx" });
  }
  const text = readFileSync(file, "utf8").trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new StartError(`${file} has no key of 32 bytes in hexadecimal.`);
  return new Uint8Array(Buffer.from(text, "hex"));
}

function main(): void {
  if (answerHelp(USAGE)) return;
  const text = { type: "string" } as const;
  const { values, positionals } = readOptions({
    options: { key: text, port: text, sign: text },
    allowPositionals: true,
  });
  const { key: keyFile, port, sign: asked } = values;
  const [file, ...others] = positionals;
  const network = networks.find((each) => each === asked);
  if (keyFile === undefined) throw new UsageError("test-signer needs --key FILE.");
  if (asked !== undefined && (!network || file === undefined))
    throw new UsageError("--sign needs a network (ERC20, BTC or LTC) and a file.");
  if (others.length > 0 || (asked === undefined && file !== undefined))
    throw new UsageError(`Unexpected argument ${JSON.stringify(others[0] ?? file)}.`);
  const signer = createTestSigner(readKey(keyFile));
  if (network && file !== undefined) {
    process.stdout.write(`${signer.sign(network, readFileSync(file, "utf8"))}\n`);
    return;
  }
  for (const network of networks) process.stdout.write(`${network} ${signer.addresses[network]}\n`);
  if (port === undefined) return;
  const server = serveTestSigner(signer, process.env["PAYOUT_SIGNER_TOKEN"]);
  server.listen(Number(port), "127.0.0.1", () => process.stdout.write(`signing at http://127.0.0.1:${port}\n`));
}

try {
  main();
} catch (error) {
  reportFailure(error, COULD_NOT_RUN);
}
