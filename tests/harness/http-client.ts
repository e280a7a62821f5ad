import { randomUUID } from "node:crypto";
import { stretchBound } from "./stretch-bound.ts";

export const PASSWORD = "Correct-h0rse!";
/** Longer than any answer takes on a quiet machine. */
const ANSWER_MS = 30_000;

export interface HttpAnswer {
  status: number;
  /** Undefined where there is none. */
  body: never;
  text: string;
  headers: Headers;
  afterMs: number;
}

/** A session with a listening server; keeps its cookies. */
export interface HttpClient {
  cookies: Map<string, string>;
  /** Rejects when the connection breaks before an answer. */
  call(
    method: "GET" | "POST" | "DELETE",
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer>;
}

export function createHttpClient(address: string, cookies = new Map<string, string>()): HttpClient {
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const startedAt = performance.now();
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...headers,
          ...(cookie ? { cookie } : {}),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(stretchBound(ANSWER_MS)),
      });
      const text = await answer.text();
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      const isJson = (answer.headers.get("content-type") ?? "").includes("json");
      return {
        status: answer.status,
        text,
        headers: answer.headers,
        body: (isJson ? JSON.parse(text) : undefined) as never,
        afterMs: Math.round(performance.now() - startedAt),
      };
    },
  };
}

export function signUpForm(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    firstName: "Amina",
    lastName: "Otieno",
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    phone: "+254712345678",
    country: "Kenya",
    birthday: "1990-05-17",
    ...changes,
  };
}

/** @returns the new user's id */
export async function signUp(client: HttpClient, changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await client.call("POST", "/api/auth/signup", signUpForm(changes));
  return (expectStatus(answer, 201).body as { id: string }).id;
}

export async function signIn(client: HttpClient, { email, password }: { email: string; password: string }) {
  expectStatus(await client.call("POST", "/api/auth/signin", { email, password }), 200);
}

/** @returns the pending deposit's id */
export async function createDeposit(client: HttpClient, amount: string): Promise<string> {
  const form = { amount, currency: "USDT", network: "TRC20" };
  return (expectStatus(await client.call("POST", "/api/user/deposits", form), 201).body as { id: string }).id;
}

export async function approveDeposit(admin: HttpClient, depositId: string): Promise<void> {
  const answer = await admin.call("POST", `/api/admin/deposits/${depositId}/approve`, { status: "completed" });
  expectStatus(answer, 200);
}

function expectStatus(answer: HttpAnswer, status: number): HttpAnswer {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer;
}
