import type { AnswerOf, BodyInputOf, Call, ErrorBody, ErrorCode, ParamsOf, QueryOf } from "@wazi/contracts";

/** `fetch` with the answers that public/first-view.js has asked for already. */
const firstFetch = (globalThis as { waziFetch?: typeof fetch }).waziFetch;

/** A call is cancelled after this time. Whether the server processed it is then unknown. */
const REQUEST_TIMEOUT_MS = 30_000;

/** An answer other than 2xx. The message is the status, ": " and the body. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: Partial<ErrorBody> | null;
  /** The answer had a Retry-After header. */
  readonly hasRetryAfter: boolean;

  constructor(status: number, text: string, saysWhenToRetry = false) {
    super(`${status}: ${text}`);
    this.status = status;
    this.body = parseBody(text);
    this.hasRetryAfter = saysWhenToRetry;
  }

  get code(): ErrorCode | undefined {
    return this.body?.code;
  }
}

function parseBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : null;
  } catch {
    return null;
  }
}

/** The server's message for the user, or the fallback. */
export function failureText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.body?.message) || fallback;
}

/** True if the call was refused before anything happened. It says nothing about an earlier try of the same call. */
export function isRefusedEarly(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 429 || error.code === "PRICE_UNAVAILABLE");
}

/**
 * True if it is not known whether the call was processed: no answer, or a 5xx, because the server can lose its database at a
 * commit. A 409 leaves it open only with Retry-After: the first try is then still running.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (isRefusedEarly(error)) return false;
  return error.status >= 500 || (error.status === 409 && error.hasRetryAfter);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value };

export type CallInput<C extends Call> = Given<"params", ParamsOf<C>> &
  Given<"body", BodyInputOf<C>> & {
    query?: QueryInput<C>;
    idempotencyKey?: string;
    signal?: AbortSignal;
    renewsSession?: true;
  };

/** Search parameters as text. Undefined values are left out. */
type QueryInput<C extends Call> = Readonly<Partial<Record<keyof QueryOf<C> & string, string | undefined>>>;

/** `/api/deposits/:id` and `{ id: "7" }` give `/api/deposits/7`. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** `{ month: "2026-11" }` gives `?month=2026-11`; no parameters give an empty string. */
export function formatQuery(query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

/** A call that needs a proof of who the user is. */
export type AskedCall = [
  definition: Call,
  input: { params?: unknown; body?: unknown; query?: Readonly<Record<string, string | undefined>> | undefined },
];

/**
 * Set by the pages behind sign-in. `fetch` takes the place of the browser's. `ask` asks the user for a proof of who they are, if a call was refused without one,
 * and resolves to true when it should be repeated. `batch` has the calls that the user has seen together, while they are made one after
 * the other: they are proved together. `renewal` is pending while the session gets a new cookie: other calls
 * wait, because the old one is refused. For the same reason `cancelReads` ends those that are under way.
 */
export const signedInPort: {
  fetch?: typeof fetch;
  ask?: (refusal: ApiError, ...asked: AskedCall) => Promise<boolean>;
  batch?: readonly AskedCall[] | undefined;
  renewal?: Promise<unknown> | undefined;
  cancelReads?: () => Promise<void>;
} = {};

/**
 * Makes one call of the contracts, again after a proof if the server wants one. Throws `ApiError` for an answer other than
 * 2xx and for a change without a connection, and fetch's own error if there is no answer.
 */
export async function call<C extends Call>(definition: C, input: CallInput<C>): Promise<AnswerOf<C>> {
  await signedInPort.renewal;
  if (input.renewsSession === true) await signedInPort.cancelReads?.();
  const answering = request(definition, input);
  if (input.renewsSession === true) signedInPort.renewal = answering.then(endRenewal, endRenewal);
  const { response, text } = await answering;
  if (!response.ok) {
    const error = new ApiError(response.status, text || response.statusText, response.headers.has("retry-after"));
    if (await signedInPort.ask?.(error, definition, input)) return call(definition, input);
    throw error;
  }
  return (text === "" ? undefined : JSON.parse(text)) as AnswerOf<C>;
}

function endRenewal(): void {
  signedInPort.renewal = undefined;
}

async function request<C extends Call>(definition: C, input: CallInput<C>) {
  const headers = new Headers({ accept: "application/json" });
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (input.idempotencyKey !== undefined) headers.set("idempotency-key", input.idempotencyKey);
  const path = fillPath(definition.path, input.params as Record<string, string> | undefined);
  const response = await (signedInPort.fetch ?? firstFetch ?? fetch)(path + formatQuery(input.query), {
    method: definition.method,
    credentials: "same-origin",
    headers,
    signal: input.signal ?? AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  return { response, text: await response.text() };
}

/** The query of a call without parameters, for `useQuery`. */
export const queryOf = <C extends Call>(definition: C) => ({
  queryKey: [definition.path],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<AnswerOf<C>> => call(definition, { signal } as CallInput<C>),
});
