import { createHmac, timingSafeEqual } from "node:crypto";
import { BlockList } from "node:net";
import { AppError } from "../../../platform/base/app-error.ts";
import { applyReport } from "../apply-report.ts";
import type { MpesaCallback } from "../mpesa-b2c-rail.ts";
import { readB2cResult, readStatusResult } from "../mpesa-b2c-rail.ts";
import type { PayoutDeps } from "../payout-rail.ts";
import { asObject, parseObject, textOf } from "../rail-http.ts";
import { findOpenPayout, findPayoutByReference, insertReview } from "../store.ts";
import * as texts from "../../../messages/withdrawals.ts";

const MPESA = "mpesa-b2c";
const PROVIDER_TIMEOUT_MS = 20_000;
const MAX_SHOWN = 80;

export interface CallbackSecrets {
  /** Undefined without M-Pesa. `addresses`: empty to accept any. */
  mpesa: { secret: string; addresses: readonly string[] } | undefined;
  paystackSecretKey: string | undefined;
  flutterwaveSecretHash: string | undefined;
}

export interface CallbackDeps extends PayoutDeps {
  secrets: CallbackSecrets;
}

/** Compares in constant time. Texts of different lengths differ. */
function isSameSecret(given: string, expected: string): boolean {
  const [first, second] = [Buffer.from(given), Buffer.from(expected)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Lets a call-back of Daraja in: the secret of the path, and the address.
 * @throws AppError NOT_FOUND for anything else, as for a path that does not exist
 */
export function admitMpesa({ secrets }: CallbackDeps, secret: string, address: string): void {
  const { mpesa } = secrets;
  if (mpesa && isSameSecret(secret, mpesa.secret) && isAllowed(mpesa.addresses, address)) return;
  throw new AppError("NOT_FOUND", texts.notFound);
}

function isAllowed(addresses: readonly string[], address: string): boolean {
  if (addresses.length === 0) return true;
  const allowed = new BlockList();
  for (const each of addresses) allowed.addAddress(each, each.includes(":") ? "ipv6" : "ipv4");
  const plain = address.replace(/^::ffff:/, "");
  return allowed.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
}

/** @throws AppError VALIDATION no JSON object */
function readBody(bytes: Buffer | undefined): Record<string, unknown> {
  const body = parseObject(bytes?.toString("utf8") ?? "");
  if (body) return body;
  throw new AppError("VALIDATION", texts.callbackNotObject);
}

/** @throws AppError VALIDATION it is no result */
export async function receiveMpesaResult(
  deps: CallbackDeps,
  kind: "payment" | "status",
  bytes: Buffer | undefined,
): Promise<void> {
  const body = readBody(bytes);
  const callback = kind === "payment" ? readB2cResult(body) : readStatusResult(body);
  if (!callback) throw new AppError("VALIDATION", texts.callbackWithoutResult);
  await applyMpesaCallback(deps, callback);
}

/**
 * The body is the request that waited too long, with its credential: only its id is read. It says nothing about the payment,
 * except that its result has to be asked for.
 */
export async function receiveMpesaTimeout(deps: CallbackDeps, bytes: Buffer | undefined): Promise<void> {
  const body = readBody(bytes);
  const reference =
    textOf(body, "OriginatorConversationID") ?? textOf(asObject(body["Result"]), "OriginatorConversationID");
  const id = reference && (await findPayoutByReference(deps.sql, MPESA, reference));
  if (id) await applyReport(deps, id, { kind: "no-answer", reason: "M-Pesa did not process it in time." });
}

async function applyMpesaCallback(
  deps: CallbackDeps,
  { reference, conversationId, report }: MpesaCallback,
): Promise<void> {
  const { sql, now } = deps;
  if (reference === null) return;
  const id = await findPayoutByReference(sql, MPESA, reference);
  if (id === null) {
    if (report.kind !== "paid") return;
    const summary = `M-Pesa reports receipt ${report.receipt} for the unknown payment ${reference.slice(0, MAX_SHOWN)}.`;
    await insertReview(sql, { payoutId: null, rail: MPESA, kind: "unknown-payment", summary, foundAt: now() });
    return;
  }
  const open = await findOpenPayout(sql, id);
  const known = open?.payout.providerId;
  if (known && conversationId !== null && conversationId !== known) {
    const summary = `M-Pesa reports "${report.kind}" under ${conversationId.slice(0, MAX_SHOWN)}; this payment is ${known}.`;
    await insertReview(sql, { payoutId: id, rail: MPESA, kind: "other-payment", summary, foundAt: now() });
    return;
  }
  await applyReport(deps, id, report);
}

/**
 * Paystack signs the raw bytes with the secret key (HMAC-SHA512, hexadecimal).
 * @throws AppError FORBIDDEN wrong signature · NOT_FOUND without Paystack
 */
export async function receivePaystack(deps: CallbackDeps, bytes: Buffer | undefined, signature: string): Promise<void> {
  const key = deps.secrets.paystackSecretKey;
  if (key === undefined) throw new AppError("NOT_FOUND", texts.notFound);
  const expected = createHmac("sha512", key)
    .update(bytes ?? "")
    .digest("hex");
  if (!isSameSecret(signature, expected)) throw new AppError("FORBIDDEN", texts.signatureWrong);
  const body = readBody(bytes);
  if (textOf(body, "event")?.startsWith("transfer.")) {
    await askForStatus(deps, "paystack", textOf(asObject(body["data"]), "reference"));
  }
}

/**
 * Flutterwave (v3) sends the secret hash itself.
 * @throws AppError FORBIDDEN wrong hash · NOT_FOUND without Flutterwave
 */
export async function receiveFlutterwave(deps: CallbackDeps, bytes: Buffer | undefined, hash: string): Promise<void> {
  const expected = deps.secrets.flutterwaveSecretHash;
  if (expected === undefined) throw new AppError("NOT_FOUND", texts.notFound);
  if (!isSameSecret(hash, expected)) throw new AppError("FORBIDDEN", texts.signatureWrong);
  const body = readBody(bytes);
  // Older events have the transfer in another place.
  const data = asObject(body["data"]) ?? asObject(body["transfer"]);
  await askForStatus(deps, "flutterwave", textOf(data, "reference"));
}

/** An event is not believed: it only says when to ask. A failed question is asked again by the worker. */
async function askForStatus(deps: CallbackDeps, name: string, reference: string | null): Promise<void> {
  const rail = deps.rails.find((each) => each.name === name);
  const id = reference && (await findPayoutByReference(deps.sql, name, reference));
  const open = id ? await findOpenPayout(deps.sql, id) : null;
  if (!rail || !open || !id) return;
  const { reference: own, providerId, localAmount: amount, currency } = open.payout;
  const order = { reference: own, providerId, destination: open.withdrawal, amount, currency };
  const report = await rail.query(order, AbortSignal.timeout(PROVIDER_TIMEOUT_MS)).catch(() => null);
  if (report) await applyReport(deps, id, report);
}
