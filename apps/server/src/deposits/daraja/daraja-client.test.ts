import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  DARAJA_KEY,
  DARAJA_SECRET,
  darajaError,
  startFakeDaraja,
  TOKEN_PATH,
  type FakeDaraja,
} from "../../../../../tests/harness/fake-daraja.ts";
import {
  createDarajaClient,
  type DarajaClient,
  DarajaError,
  formatDarajaTime,
  parseDarajaTime,
} from "./daraja-client.ts";

const PATH = "/mpesa/b2c/v3/paymentrequest";
const body = { SecurityCredential: "a-sealed-password", PartyB: "254712345678", Amount: 10 };

let daraja: FakeDaraja;
let client: DarajaClient;
let time = new Date("2026-11-23T06:00:00Z");

beforeEach(async () => {
  daraja = await startFakeDaraja();
  daraja.answer(PATH, () => ({ body: { ResponseCode: "0", ConversationID: "AG_1" } }));
  client = openClient();
});
afterEach(() => daraja.close());

/** Time enough for a busy machine. Tests of silence wait less. */
const PATIENCE_MS = 10_000;
const IMPATIENCE_MS = 1_000;

function openClient(consumerSecret = DARAJA_SECRET, timeoutMs = PATIENCE_MS): DarajaClient {
  const settings = { url: daraja.url, consumerKey: DARAJA_KEY, consumerSecret };
  return createDarajaClient(settings, { now: () => time, timeoutMs });
}

async function fail(path = PATH, fields: Record<string, unknown> = body): Promise<DarajaError> {
  const error: unknown = await client.post(path, fields).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DarajaError);
  return error as DarajaError;
}

describe("the client of Daraja", () => {
  it("sends a request under one token, which calls at once share", async () => {
    const answers = await Promise.all([client.post(PATH, body), client.post(PATH, body), client.post(PATH, body)]);
    expect(answers.map(({ ConversationID }) => ConversationID)).toEqual(["AG_1", "AG_1", "AG_1"]);
    expect([daraja.countTokens(), daraja.requests(PATH)]).toEqual([1, [body, body, body]]);
  });

  it("renews a token before it ends", async () => {
    await client.post(PATH, body);
    time = new Date(time.getTime() + 3_545_000);
    await client.post(PATH, body);
    expect(daraja.countTokens()).toBe(2);
  });

  it("sends a request again only after an answer that the token is invalid", async () => {
    await client.post(PATH, body);
    daraja.expireTokens();
    await client.post(PATH, body);
    expect([daraja.countTokens(), daraja.requests(PATH).length]).toEqual([2, 2]);
  });

  it.each([
    [darajaError(400, "400.002.02", "Bad Request - Invalid Amount"), "refused", false],
    [darajaError(500, "500.002.1001", "Duplicate OriginatorConversationID."), "duplicate", false],
    [darajaError(500, "500.002.1001", "System internal error"), "failed", true],
    [darajaError(500, "500.003.02", "System is busy."), "busy", false],
    [{ status: 200, body: "<html>" }, "malformed", true],
    [{ status: 502, body: "<html>Bad Gateway</html>" }, "failed", true],
    [{ status: 403, body: "<html>Incapsula</html>" }, "refused", false],
  ] as const)("maps %j to %s", async (answer, kind, isOutcomeUnknown) => {
    daraja.answer(PATH, () => answer);
    const error = await fail();
    expect([error.kind, error.isOutcomeUnknown, daraja.requests(PATH).length]).toEqual([kind, isOutcomeUnknown, 1]);
  });

  it("does not know the outcome without an answer, and never repeats the request", async () => {
    client = openClient(DARAJA_SECRET, IMPATIENCE_MS);
    daraja.misbehave(PATH, "lose-answer");
    const error = await fail();
    expect([error.kind, error.isOutcomeUnknown, daraja.requests(PATH).length]).toEqual(["unreachable", true, 1]);
  });

  it("knows that no request was sent when there is no token", async () => {
    client = openClient(DARAJA_SECRET, IMPATIENCE_MS);
    daraja.misbehave(TOKEN_PATH, "silence", "server-error");
    expect([(await fail()).kind, (await fail()).kind]).toEqual(["busy", "busy"]);
    client = openClient("wrong");
    expect([(await fail()).kind, daraja.requests(PATH)]).toEqual(["credentials", []]);
  });

  it("keeps secrets and phone numbers out of its errors", async () => {
    daraja.answer(PATH, (fields) => darajaError(400, "400.002.02", `Bad request: ${JSON.stringify(fields)}`));
    const { message } = await fail();
    expect(message).toContain("400.002.02");
    expect(message).not.toMatch(/sealed|254712345678/);
  });
});

describe("Daraja's times", () => {
  it("are local times of Nairobi", () => {
    expect(formatDarajaTime(new Date("2026-11-22T22:15:09Z"))).toBe("20261123011509");
    expect(parseDarajaTime(20_261_123_011_509)).toEqual(new Date("2026-11-22T22:15:09Z"));
    expect([parseDarajaTime("2026"), parseDarajaTime("20269923011509"), parseDarajaTime(undefined)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
