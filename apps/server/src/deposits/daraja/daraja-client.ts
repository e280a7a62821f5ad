import { maskSecrets } from "../../platform/base/mask-secrets.ts";

/** Daraja's times are local times of Nairobi, which has had UTC+3 without summer time since 1960. */
const NAIROBI_MS = 3 * 60 * 60 * 1_000;

/** Formats a time as Daraja's requests have it: yyyyMMddHHmmss. */
export function formatDarajaTime(time: Date): string {
  return new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 19).replace(/\D/g, "");
}

/** Reads a time of the form yyyyMMddHHmmss, as text or number; null for anything else. */
export function parseDarajaTime(value: unknown): Date | null {
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(String(value));
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(time.getTime()) ? null : time;
}

export interface DarajaSettings {
  /** Scheme and host, such as https://api.safaricom.co.ke. */
  url: string;
  consumerKey: string;
  consumerSecret: string;
}

/**
 * How a request ended.
 * `refused`, `busy`, `credentials`, `duplicate`: Daraja answered that it has not done it. For `duplicate` it did it
 * earlier, under the same OriginatorConversationID.
 * `unreachable`, `failed`, `malformed`: it may or may not have been done. Only a status query can say.
 */
export type DarajaErrorKind = "refused" | "busy" | "credentials" | "duplicate" | "unreachable" | "failed" | "malformed";

const unknownOutcomes: ReadonlySet<DarajaErrorKind> = new Set(["unreachable", "failed", "malformed"]);

/** A request to Daraja without a readable answer of success. Its message has no secrets and no personal data. */
export class DarajaError extends Error {
  readonly kind: DarajaErrorKind;
  /** Daraja's own code, such as 500.001.1001; null without one. */
  readonly code: string | null;

  constructor(kind: DarajaErrorKind, message: string, code: string | null = null) {
    super(message);
    this.name = "DarajaError";
    this.kind = kind;
    this.code = code;
  }

  /** True when Daraja may have done what was asked. */
  get isOutcomeUnknown(): boolean {
    return unknownOutcomes.has(this.kind);
  }
}

export interface DarajaClient {
  /**
   * Sends one request under a valid access token. Nothing is sent twice, except after an answer that the token has
   * expired, which Daraja gives before it reads the request.
   * @param path such as /mpesa/stkpush/v1/processrequest
   * @returns the answer's fields
   * @throws DarajaError
   */
  post(path: string, body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

const ANSWER_TIMEOUT_MS = 30_000;
/** A token is renewed this long before Daraja ends it. */
const TOKEN_MARGIN_MS = 60_000;
const MAX_MESSAGE_LENGTH = 200;
const MAX_ANSWER_LENGTH = 1_000_000;
/** Fields of the answer with a token (RFC 6749). */
const TOKEN_FIELD = "access_token";
const LIFETIME_FIELD = "expires_in";
/** Daraja's code for an invalid or expired access token. */
const INVALID_TOKEN = "404.001.03";
/** Spike arrest, quota, and a system that is busy: the request was not taken. */
const busyCodes: ReadonlySet<string> = new Set(["500.003.02", "500.003.03", "429.001.01"]);
const isDuplicateText = (text: string): boolean => /duplicate originatorconversationid/i.test(text);

/** The form of Daraja's errors: {requestId, errorCode, errorMessage}. */
interface Refusal {
  code: string;
  message: string;
}

/**
 * Opens a client of Safaricom's Daraja API (developer.safaricom.co.ke): one access token for all requests, time limits,
 * and errors that say whether the request may have been carried out. Sends no request before it is used.
 */
export function createDarajaClient(
  settings: DarajaSettings,
  { now, timeoutMs = ANSWER_TIMEOUT_MS }: { now: () => Date; timeoutMs?: number },
): DarajaClient {
  let token: { text: string; endsAt: number } | undefined;
  let asking: Promise<string> | undefined;
  const address = (path: string): string => `${settings.url.replace(/\/+$/, "")}${path}`;
  const hide = (text: string): string => shorten(hideAll(text, [settings.consumerSecret, settings.consumerKey]));

  const askToken = async (): Promise<string> => {
    const login = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString("base64");
    const headers = { authorization: `Basic ${login}` };
    const answer = await exchange(
      address("/oauth/v1/generate?grant_type=client_credentials"),
      { headers },
      timeoutMs,
      hide,
    );
    const { [TOKEN_FIELD]: text, [LIFETIME_FIELD]: seconds } = answer.fields ?? {};
    if (typeof text !== "string" || text === "") {
      // No request of ours was sent yet, so this is never an unknown outcome.
      const isBusy = answer.status >= 500 || answer.status === 429;
      throw new DarajaError(isBusy ? "busy" : "credentials", `no access token: ${answer.status} ${hide(answer.text)}`);
    }
    token = { text, endsAt: now().getTime() + Number(seconds ?? 0) * 1_000 - TOKEN_MARGIN_MS };
    return text;
  };
  const readToken = (): Promise<string> => {
    if (token && token.endsAt > now().getTime()) return Promise.resolve(token.text);
    asking ??= askToken()
      .catch((error: unknown) => {
        if (error instanceof DarajaError && error.isOutcomeUnknown) throw new DarajaError("busy", error.message);
        throw error;
      })
      .finally(() => (asking = undefined));
    return asking;
  };

  return {
    async post(path, body) {
      for (let isFirst = true; ; isFirst = false) {
        const bearer = await readToken();
        const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
        const secrets = [bearer, ...listSecrets(body)];
        const hideBody = (text: string): string => hide(hideAll(text, secrets));
        const request = { method: "POST", headers, body: JSON.stringify(body) };
        const answer = await exchange(address(path), request, timeoutMs, hideBody);
        const refusal = readRefusal(answer.fields);
        if (answer.status < 400 && answer.fields && !refusal) return answer.fields;
        if (isFirst && (answer.status === 401 || refusal?.code === INVALID_TOKEN)) {
          token = undefined;
          continue;
        }
        throw toError(answer, refusal, hideBody);
      }
    },
  };
}

interface Exchanged {
  status: number;
  text: string;
  /** Undefined when the answer is not a JSON object. */
  fields: Record<string, unknown> | undefined;
}

async function exchange(
  address: string,
  request: RequestInit,
  timeoutMs: number,
  hide: (text: string) => string,
): Promise<Exchanged> {
  try {
    const answer = await fetch(address, { ...request, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    const text = (await answer.text()).slice(0, MAX_ANSWER_LENGTH);
    return { status: answer.status, text, fields: parseFields(text) };
  } catch (error) {
    throw new DarajaError("unreachable", `no answer: ${hide(error instanceof Error ? error.message : String(error))}`);
  }
}

function toError(answer: Exchanged, refusal: Refusal | undefined, hide: (text: string) => string): DarajaError {
  const { status, text } = answer;
  if (!refusal) {
    const kind = status === 429 ? "busy" : status >= 500 ? "failed" : status >= 400 ? "refused" : "malformed";
    return new DarajaError(kind, `${status}: ${hide(text)}`);
  }
  const message = `${refusal.code}: ${hide(refusal.message)}`;
  if (isDuplicateText(refusal.message)) return new DarajaError("duplicate", message, refusal.code);
  if (status === 401 || refusal.code === INVALID_TOKEN) return new DarajaError("credentials", message, refusal.code);
  if (status === 429 || busyCodes.has(refusal.code)) return new DarajaError("busy", message, refusal.code);
  // A code in the 500s may also mean that Daraja failed after it had begun.
  return new DarajaError(status >= 500 ? "failed" : "refused", message, refusal.code);
}

function readRefusal(fields: Record<string, unknown> | undefined): Refusal | undefined {
  const code = fields?.["errorCode"];
  if (typeof code !== "string" && typeof code !== "number") return undefined;
  const message = fields?.["errorMessage"];
  return { code: String(code), message: typeof message === "string" ? message : "no reason given" };
}

function parseFields(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Fields of requests that must not be in a log: passwords and phone numbers. */
const secretFields = ["SecurityCredential", "Password", "PartyB", "PhoneNumber", "PartyA"] as const;

const listSecrets = (body: Readonly<Record<string, unknown>>): string[] =>
  secretFields.flatMap((name) => {
    const value = body[name];
    return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
  });

/** Daraja and proxies may repeat a request in an error. */
function hideAll(text: string, secrets: readonly string[]): string {
  let hidden = text;
  for (const secret of secrets) if (secret.length >= 4) hidden = hidden.replaceAll(secret, "…");
  return maskSecrets(hidden);
}

const shorten = (text: string): string => text.replace(/\s+/g, " ").slice(0, MAX_MESSAGE_LENGTH);
