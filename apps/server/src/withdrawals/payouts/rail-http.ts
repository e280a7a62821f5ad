export interface RailAnswer {
  status: number;
  fields: Record<string, unknown>;
}

const MAX_ANSWER_LENGTH = 2_000_000;

/**
 * Asks a provider's JSON API once.
 * @throws Error without a readable answer, and for answers in the 500s: what was asked may have been done. The message has
 * neither the address's query nor what was sent.
 */
export async function askProvider(
  name: string,
  address: string,
  request: { method: "GET" | "POST"; key: string; body?: object },
  signal: AbortSignal,
): Promise<RailAnswer> {
  const { method, key, body } = request;
  const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
  let answer: Response;
  let text: string;
  try {
    const sent = body ? { body: JSON.stringify(body) } : {};
    answer = await fetch(address, { method, headers, ...sent, redirect: "error", signal });
    text = (await answer.text()).slice(0, MAX_ANSWER_LENGTH);
  } catch (error) {
    throw new Error(`${name} did not answer: ${error instanceof Error ? error.name : "unknown"}`, { cause: error });
  }
  const fields = parseObject(text);
  if (!fields || answer.status >= 500) throw new Error(`${name} answered ${answer.status} without a result.`);
  return { status: answer.status, fields };
}

/**
 * Any status from 300 on is no answer about a payment that was asked for: a wrong key (401) or too many requests (429).
 * @throws Error
 */
export function requireResult(name: string, { status }: RailAnswer): void {
  if (status >= 300) throw new Error(`${name} answered ${status} without a result.`);
}

export function parseObject(text: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return null;
  }
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

export function textOf(fields: Record<string, unknown> | null, name: string): string | null {
  const value = fields?.[name];
  if (typeof value === "string" && value.trim() !== "") return value.trim();
  return typeof value === "number" && Number.isFinite(value) ? String(value) : null;
}

/** A decimal amount as text; null for anything else. */
export function amountOf(fields: Record<string, unknown> | null, name: string): string | null {
  const text = textOf(fields, name);
  return text !== null && /^\d{1,18}(\.\d{1,8})?$/.test(text) ? text : null;
}

/** The banks of a provider's list: objects with `name` and `code`. */
export function listBanks(data: unknown): { name: string; code: string }[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((each: unknown) => {
    const bank = asObject(each);
    const [name, code] = [textOf(bank, "name"), textOf(bank, "code")];
    return name !== null && code !== null ? [{ name, code }] : [];
  });
}

/** Finds a bank's code in a provider's list by name, without regard to case, punctuation and the words that banks add. */
export function findBankCode(banks: readonly { name: string; code: string }[], name: string): string | null {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9 ]+/g, " ")
      .split(" ")
      .filter((word) => word !== "" && !commonWords.has(word))
      .join(" ");
  const wanted = plain(name);
  const matches = banks.filter((bank) => plain(bank.name) === wanted);
  return matches.length === 1 ? (matches[0]?.code ?? null) : null;
}

const commonWords: ReadonlySet<string> = new Set(["bank", "plc", "limited", "ltd", "of", "the"]);
