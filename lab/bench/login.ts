import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { argon2Parameters } from "../../apps/server/src/people/identity/passwords.ts";
import { pickRead } from "./money-load/money-requests.ts";
import { findPercentile, runAtRate, runLoad, type LoadRequest, type LoadResult } from "./money-load/http-load.ts";
import { findMedian, readNumber, roundTo } from "./money-load/options.ts";
import { withMoneyServer, type MoneyServer } from "./money-load/with-money-server.ts";

/**
 * Measures sign-ins while signed-in investors read at a fixed rate. The floor is argon2id alone, with the parameters and
 * the number of threads of the product, with the same reads. Both run in turns.
 */
const INVESTORS = readNumber("investors", 1_000);
const PAIRS = readNumber("pairs", 5);
const SECONDS = readNumber("seconds", 5);
const READS_PER_SECOND = readNumber("reads", 50);
const READ_CONNECTIONS = 16;
/** Hashes run on all cores but one. A few more callers keep the queue filled. */
const THREADS = Math.max(1, availableParallelism() - 1);
const SIGN_IN_CONNECTIONS = THREADS + readNumber("waiting", 3);
const PASSWORD = "Correct-h0rse!";

/** Verifies the password on as many threads as the product, for some seconds. Returns verifications per second. */
async function verifyAlone(hashed: string): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: THREADS }, async () => {
      while (performance.now() < until) {
        await verify(hashed, PASSWORD);
        done += 1;
      }
    }),
  );
  return (done / (performance.now() - startedAt)) * 1_000;
}

function createSignIn(count: number): LoadRequest {
  const email = `bench${1 + Math.floor(Math.random() * count)}@example.com`;
  return { method: "POST", path: "/api/auth/signin", headers: {}, body: JSON.stringify({ email, password: PASSWORD }) };
}

interface Pair {
  floor: number;
  perSecond: number;
  signIns: LoadResult;
  reads: LoadResult;
}

async function runPair({ origin, investors }: MoneyServer, hashed: string): Promise<Pair> {
  const readAlong = (): Promise<LoadResult> => {
    const options = { connections: READ_CONNECTIONS, seconds: SECONDS, perSecond: READS_PER_SECOND };
    return runAtRate(origin, options, () => pickRead(investors));
  };
  const [floor] = await Promise.all([verifyAlone(hashed), readAlong()]);
  const [signIns, reads] = await Promise.all([
    runLoad(origin, { connections: SIGN_IN_CONNECTIONS, seconds: SECONDS }, () => createSignIn(investors.length)),
    readAlong(),
  ]);
  return { floor, perSecond: signIns.done / signIns.seconds, signIns, reads };
}

async function measure(server: MoneyServer): Promise<object> {
  const hashed = await hash(PASSWORD, argon2Parameters);
  await server.sql`update users set hashed_password = ${hashed} where email like 'bench%@example.com'`;
  await runPair(server, hashed);
  const pairs: Pair[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await runPair(server, hashed));
  return {
    name: "login",
    value: roundTo(findMedian(pairs.map(({ perSecond }) => perSecond)), 1),
    unit: "sign-ins/s",
    floor: roundTo(findMedian(pairs.map(({ floor }) => floor)), 1),
    ratio: roundTo(findMedian(pairs.map(({ perSecond, floor }) => perSecond / floor)), 3),
    p99Ms: roundTo(findMedian(pairs.map(({ signIns }) => findPercentile(signIns, 0.99))), 1),
    readsP99Ms: roundTo(findMedian(pairs.map(({ reads }) => findPercentile(reads, 0.99))), 1),
    readsPerSecond: READS_PER_SECOND,
    threads: THREADS,
    investors: INVESTORS,
  };
}

const result = await withMoneyServer(INVESTORS, measure, { hasFullHistory: true });
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
