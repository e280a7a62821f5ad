import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { fromBase64, parseKey, toBase64, toHex } from "../checker/index.ts";
import { derivePublicKey } from "./sign-note.ts";
import {
  addCheckpoint,
  formatWitnessKey,
  type SignedHead,
  type WitnessMemory,
  type WitnessOptions,
} from "./witness.ts";

const USAGE = `witness --name NAME --log KEY [--log KEY…] [--folder FOLDER] [--port PORT] [--host HOST]

Cosigns the checkpoints of transparency logs. It refuses a log that does not begin with what it signed before.

  --name    the witness's own name, such as witness.example/wazi
  --log     a log's public key, as its address /log/key answers it
  --folder  where the key and the last checkpoints are kept (witness-data)
  --port    8787
  --host    127.0.0.1`;

const MOST_BODY_BYTES = 16_384;
const KEY_BYTES = 32;
const ONLY_OWNER = 0o600;
const OK = 200;
const NOT_FOUND = 404;
const TOO_LARGE = 413;

function writeSafely(file: string, text: string): void {
  const handle = openSync(`${file}.new`, "w", ONLY_OWNER);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
}

/** One file for each log, named after its origin. */
function openMemory(folder: string): WitnessMemory {
  const fileOf = (origin: string): string => join(folder, `log-${toHex(new TextEncoder().encode(origin))}.json`);
  return {
    load: (origin) => {
      const file = fileOf(origin);
      return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as SignedHead) : null;
    },
    save: (origin, head) => writeSafely(fileOf(origin), JSON.stringify(head)),
  };
}

function openSecret(folder: string): Uint8Array {
  const file = join(folder, "witness-key");
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeSafely(file, `${toBase64(randomBytes(KEY_BYTES))}\n`);
  return fromBase64(readFileSync(file, "utf8").trim());
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The witness's HTTP interface. */
export function createWitnessServer(options: WitnessOptions): Server {
  const key = formatWitnessKey(options.name, derivePublicKey(options.secret));
  return createServer((request, response) => {
    const answer = (status: number, text: string, type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { "content-type": type }).end(text);
    };
    if (request.method === "GET" && request.url === "/key") return answer(OK, `${key}\n`);
    if (request.method !== "POST" || request.url !== "/add-checkpoint") return answer(NOT_FOUND, "not found\n");
    readBody(request).then(
      (body) => {
        if (body === null) return answer(TOO_LARGE, "too large\n");
        const { status, text, isSize } = addCheckpoint(options, body);
        answer(status, text, isSize ? "text/x.tlog.size" : undefined);
      },
      () => response.destroy(),
    );
  });
}

/** Starts a witness with the command's arguments. */
export function startWitness(args: readonly string[], say: (text: string) => void): Server {
  const listOf = (option: string): string[] =>
    args.flatMap((each, index) => (each === option ? [args[index + 1] ?? ""] : []));
  const [name] = listOf("--name");
  const logs = listOf("--log").map(parseKey);
  if (name === undefined || logs.length === 0) throw new Error(USAGE);
  const folder = listOf("--folder")[0] ?? "witness-data";
  const secret = openSecret(folder);
  const server = createWitnessServer({ name, secret, logs, memory: openMemory(folder), now: () => new Date() });
  const [port, host] = [Number(listOf("--port")[0] ?? "8787"), listOf("--host")[0] ?? "127.0.0.1"];
  server.listen(port, host, () => {
    say(`Witness ${name} listens on ${host}:${port}. Its public key, for WITNESS_URL and for checkers:`);
    say(formatWitnessKey(name, derivePublicKey(secret)));
  });
  return server;
}
