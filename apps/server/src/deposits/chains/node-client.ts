import { maskSecrets } from "../../platform/base/mask-secrets.ts";
import { ChainError } from "./chain-reader.ts";

const ANSWER_TIMEOUT_MS = 20_000;
const MAX_MESSAGE_LENGTH = 200;

/** A node's address: its URL without a login, and the login as a header. */
export interface NodeAddress {
  url: string;
  headers: Record<string, string>;
  /** Host and port, for messages. */
  source: string;
}

/** Takes the login out of an address, because fetch refuses one. Providers' keys in paths stay, and never reach a message. */
export function readNodeAddress(text: string): NodeAddress {
  const url = new URL(text);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers: Record<string, string> =
    login === ":" ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` };
  url.username = "";
  url.password = "";
  return { url: url.toString().replace(/\/+$/, ""), headers, source: url.host };
}

/**
 * Posts JSON to a node and returns the parsed answer with its status.
 * @throws ChainError unreachable: no answer in time · malformed: not JSON
 */
export async function postToNode(
  { url, headers, source }: NodeAddress,
  path: string,
  body: unknown,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<{ status: number; answer: unknown }> {
  let status: number;
  let text: string;
  try {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    ({ status } = answer);
    text = await answer.text();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ChainError("unreachable", `${source}: no answer: ${shorten(maskSecrets(reason))}`);
  }
  try {
    return { status, answer: JSON.parse(text) as unknown };
  } catch {
    const kind = status >= 500 ? "unreachable" : status >= 400 ? "refused" : "malformed";
    throw new ChainError(kind, `${source}: ${status}, and the answer is not JSON`);
  }
}

/**
 * Asks one question by JSON-RPC.
 * @throws ChainError refused: the node answered with an error, which `code` of `onError` may turn into a result
 */
export async function askNode<T>(
  node: NodeAddress,
  method: string,
  params: readonly unknown[],
  onError: (code: number) => T | undefined = () => undefined,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<T> {
  const { answer } = await postToNode(node, "", { jsonrpc: "2.0", id: 1, method, params }, timeoutMs);
  const { result, error } = (answer ?? {}) as { result?: T; error?: { code?: number; message?: string } | null };
  if (error) {
    const instead = onError(error.code ?? 0);
    if (instead !== undefined) return instead;
    throw new ChainError("refused", `${node.source}: ${method}: ${error.code}: ${shorten(error.message ?? "")}`);
  }
  if (result === undefined) throw new ChainError("malformed", `${node.source}: ${method}: no result`);
  return result;
}

const shorten = (text: string): string => maskSecrets(text).replace(/\s+/g, " ").slice(0, MAX_MESSAGE_LENGTH);
