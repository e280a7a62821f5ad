import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  createCameraPicture,
  toDataUrl,
  createPixelBomb,
  createSmallPicture,
} from "../../apps/server/src/people/documents/sample-pictures.ts";
import { withServer } from "./serving/server-process.ts";

/**
 * Measures the time of light calls while ten photographs of 10 MB each are received, decoded, encrypted and stored. It
 * also measures how much memory a pixel bomb takes. The floor is the same calls on an idle server.
 */
const UPLOADS = 10;
const UPLOAD_BYTES = 10 * 1024 * 1024;
const UPLOAD_SIDE = 4_500;
const BOMB_SIDE = 14_000;
const EVERY_MS = 10;
const IDLE_CALLS = 500;
const OVERSIZED = 20;
const OVERSIZED_BYTES = 40 * 1024 * 1024;
const PASSWORD = "Correct-h0rse!";

interface Answer {
  status: number;
  cookies: string;
  afterMs: number;
}

const agent = new Agent({ keepAlive: true });

function call(
  origin: string,
  path: string,
  options: { cookies?: string; body?: Buffer; isChunked?: boolean } = {},
): Promise<Answer> {
  const { cookies, body, isChunked } = options;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const headers = {
      ...(cookies === undefined ? {} : { cookie: cookies }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(body === undefined || isChunked ? {} : { "content-length": body.length }),
    };
    const sending = request(`${origin}${path}`, { method: body ? "POST" : "GET", headers, agent }, (answer) => {
      answer.resume();
      answer.on("end", () => {
        const lines = answer.headers["set-cookie"] ?? [];
        resolve({
          status: answer.statusCode ?? 0,
          cookies: lines.map((line) => line.split(";")[0]).join("; "),
          afterMs: performance.now() - startedAt,
        });
      });
    });
    sending.on("error", reject);
    if (isChunked && body) sending.write(body);
    sending.end(isChunked ? undefined : body);
  });
}

async function signUp(origin: string): Promise<string> {
  const form = {
    firstName: "Amina",
    lastName: "Otieno",
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    phone: "+254712345678",
    country: "Kenya",
    birthday: "1990-05-17",
  };
  const { status, cookies } = await call(origin, "/api/auth/signup", { body: Buffer.from(JSON.stringify(form)) });
  if (status !== 201) throw new Error(`Sign-up failed: ${status}`);
  return cookies;
}

function submission(type: string, picture: Buffer): Buffer {
  return Buffer.from(JSON.stringify({ documentType: "passport", frontImageUrl: toDataUrl(type, picture) }));
}

const submit = (origin: string, cookies: string, body: Buffer, isChunked = false): Promise<Answer> =>
  call(origin, "/api/verification/submit", { cookies, body, isChunked });

/** Starts a light call every few milliseconds without waiting for the previous response. */
async function lightCalls(origin: string, cookies: string, isDone: (calls: number) => boolean): Promise<number[]> {
  const calls: Promise<Answer>[] = [];
  while (!isDone(calls.length)) {
    calls.push(call(origin, "/api/user/bots", { cookies }));
    await sleep(EVERY_MS);
  }
  return (await Promise.all(calls)).map(({ afterMs }) => afterMs).sort((a, b) => a - b);
}

const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

/** Reads the resident memory of a process in megabytes; Linux only. */
function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Measures the peak memory growth of a process during `work`; null on systems other than Linux. */
async function growthMb<T>(pid: number, work: () => Promise<T>): Promise<[T, number | null]> {
  if (process.platform !== "linux") return [await work(), null];
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, residentMb(pid))), 5);
  const result = await work();
  clearInterval(timer);
  return [result, Math.round(most - before)];
}

async function measure(origin: string, pid: number): Promise<object> {
  const viewer = await signUp(origin);
  const owners: string[] = [];
  for (let index = 0; index < OVERSIZED; index += 1) owners.push(await signUp(origin));
  // The first submission starts the decoding threads.
  await submit(origin, viewer, submission("jpeg", await createSmallPicture()));
  const idle = await lightCalls(origin, viewer, (calls) => calls >= IDLE_CALLS);
  const bomb = submission("png", await createPixelBomb(BOMB_SIDE));
  const [refused, bombGrowthMb] = await growthMb(pid, () => submit(origin, owners[0] ?? "", bomb));
  if (refused.status !== 400) throw new Error(`The pixel bomb got status ${refused.status} instead of 400`);
  const oversized = Buffer.alloc(OVERSIZED_BYTES, "x");
  const [, oversizedGrowthMb] = await growthMb(pid, () =>
    Promise.all(owners.map((owner, index) => submit(origin, owner, oversized, index % 2 === 0).catch(() => undefined))),
  );
  const photograph = submission("jpeg", await createCameraPicture(UPLOAD_BYTES, UPLOAD_SIDE, randomBytes));
  let isUploading = true;
  const startedAt = performance.now();
  const uploading = growthMb(pid, () =>
    Promise.all(owners.slice(0, UPLOADS).map((owner) => submit(origin, owner, photograph))),
  ).finally(() => (isUploading = false));
  const busy = await lightCalls(origin, viewer, () => !isUploading);
  const uploadsMs = performance.now() - startedAt;
  const [answers, uploadsGrowthMb] = await uploading;
  const failed = answers.filter(({ status }) => status !== 201);
  if (failed.length > 0) throw new Error(`${failed.length} uploads failed, the first with status ${failed[0]?.status}`);
  const [value, floor] = [p99(busy), p99(idle)];
  return {
    name: "uploads",
    value: Number(value.toFixed(1)),
    unit: "ms",
    floor: Number(floor.toFixed(1)),
    ratio: floor / value,
    limit: 150,
    slowest: Number((busy.at(-1) ?? 0).toFixed(1)),
    calls: busy.length,
    uploadsMs: Math.round(uploadsMs),
    uploadsGrowthMb,
    bombGrowthMb,
    oversizedGrowthMb,
  };
}

const result = await withServer(({ child, origin }) => measure(origin, child.pid ?? 0)).finally(() => agent.destroy());
process.stdout.write(`${JSON.stringify(result, null, process.argv.includes("--json") ? 0 : 2)}\n`);
