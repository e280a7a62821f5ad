import { createServer, type Server } from "node:http";
import { getAddress, Transaction as CoreTransaction } from "@scure/btc-signer";
import { addr, Transaction } from "micro-eth-signer";
import type { PayingNetwork } from "./paying-chain.ts";

const MAIN_CHAIN = 1n;
const MAX_BODY_LENGTH = 2_000_000;
const REQUEST_PATH = /^\/(ERC20|BTC|LTC)$/;

/** A signer with one private key for all test networks. It refuses Ethereum's main network; its other addresses are of test networks. */
export interface TestSigner {
  addresses: Record<PayingNetwork, string>;
  /** @throws Error a transaction of the main network, or one that it has no key for */
  sign(network: PayingNetwork, file: string): string;
}

/** @param key 32 bytes */
export function createTestSigner(key: Uint8Array): TestSigner {
  const form = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
  const toAddress = (bech32: string): string => getAddress("wpkh", key, { ...form, bech32 }) ?? "";
  return {
    addresses: { ERC20: addr.fromPrivateKey(key), BTC: toAddress("tb"), LTC: toAddress("tltc") },
    sign: (network, file) => (network === "ERC20" ? signEvm(file, key) : signPsbts(file, key)),
  };
}

function signEvm(file: string, key: Uint8Array): string {
  const { transactions } = JSON.parse(file) as { transactions: { unsigned: string }[] };
  const signed = transactions.map(({ unsigned }) => {
    const transaction = Transaction.fromHex(unsigned);
    const { chainId } = transaction.raw as { chainId?: bigint };
    if (chainId === undefined || chainId === MAIN_CHAIN) throw new Error("This signer is for test networks only.");
    return transaction.signBy(key).toHex();
  });
  return signed.join("\n");
}

function signPsbts(file: string, key: Uint8Array): string {
  const signed = file.split(/\s+/).filter((part) => part !== "");
  return signed
    .map((part) => {
      const transaction = CoreTransaction.fromPSBT(Buffer.from(part, "base64"));
      transaction.sign(key);
      transaction.finalize();
      return Buffer.from(transaction.extract()).toString("hex");
    })
    .join("\n");
}

/** Serves a signer as PAYOUT_SIGNER_URL expects it: POST /ERC20, /BTC or /LTC with the file of a batch. */
export function serveTestSigner(signer: TestSigner, token: string | undefined): Server {
  return createServer((request, response) => {
    const network = REQUEST_PATH.exec(request.url ?? "")?.[1] as PayingNetwork | undefined;
    const isAllowed = token === undefined || request.headers.authorization === `Bearer ${token}`;
    if (request.method !== "POST" || network === undefined || !isAllowed) {
      response.writeHead(network === undefined ? 404 : 403).end();
      return;
    }
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => {
      body += part;
      if (body.length > MAX_BODY_LENGTH) request.destroy();
    });
    request.on("end", () => {
      try {
        response.writeHead(200, { "content-type": "text/plain" }).end(signer.sign(network, body));
      } catch (error) {
        response.writeHead(400).end(error instanceof Error ? error.message : "The file cannot be signed.");
      }
    });
  });
}
