import { randomUUID } from "node:crypto";
import { startFakeProvider, type FakeProvider, type ProviderAnswer, type ProviderQuestion } from "./fake-provider.ts";

export const DARAJA_KEY = "daraja-consumer-key";
export const DARAJA_SECRET = "daraja-consumer-secret";
export const TOKEN_PATH = "/oauth/v1/generate";

/** The fields of a request to one of Daraja's calls. */
type DarajaFields = Record<string, unknown>;
/** How a call answers. What it does besides, such as sending a call-back, is up to it. */
type DarajaCall = (fields: DarajaFields) => ProviderAnswer;

export interface FakeDaraja extends FakeProvider {
  /** The bodies of accepted requests by path, oldest first. */
  requests(path: string): DarajaFields[];
  /** Says how a call answers. Calls that nobody described are a 404. */
  answer(path: string, call: DarajaCall): void;
  /** All tokens given so far are invalid from now on. */
  expireTokens(): void;
  /** The number of tokens given. */
  countTokens(): number;
}

/** An error as Daraja documents it. */
export const darajaError = (status: number, errorCode: string, errorMessage: string): ProviderAnswer => ({
  status,
  body: { requestId: `${randomUUID().slice(0, 8)}-1`, errorCode, errorMessage },
});

/**
 * A server with the answers that developer.safaricom.co.ke documents: access tokens, errors, and the calls that a test
 * describes with `answer`. It is a fake: it says nothing about the real service beyond its documentation.
 */
export async function startFakeDaraja(): Promise<FakeDaraja> {
  const calls = new Map<string, DarajaCall>();
  const requests = new Map<string, DarajaFields[]>();
  const tokens = new Set<string>();
  let given = 0;

  const giveToken = ({ headers }: ProviderQuestion): ProviderAnswer => {
    const login = Buffer.from(`${DARAJA_KEY}:${DARAJA_SECRET}`).toString("base64");
    if (headers.authorization !== `Basic ${login}`) {
      return darajaError(400, "400.008.01", "Invalid Authentication passed");
    }
    const token = randomUUID().replaceAll("-", "");
    tokens.add(token);
    given += 1;
    return { body: { access_token: token, expires_in: "3599" } };
  };

  const provider = await startFakeProvider(
    (question) => {
      const { path, headers, body } = question;
      if (path === TOKEN_PATH) return giveToken(question);
      if (!tokens.has(headers.authorization?.replace(/^Bearer /, "") ?? "")) {
        return darajaError(404, "404.001.03", "Invalid Access Token");
      }
      const call = calls.get(path);
      if (!call) return darajaError(404, "404.001.01", "Resource not found");
      const fields = JSON.parse(body) as DarajaFields;
      requests.set(path, [...(requests.get(path) ?? []), fields]);
      return call(fields);
    },
    darajaError(429, "500.003.02", "System is busy. Please try again in few minutes."),
  );
  return {
    ...provider,
    requests: (path) => requests.get(path) ?? [],
    answer: (path, call) => void calls.set(path, call),
    expireTokens: () => tokens.clear(),
    countTokens: () => given,
  };
}
