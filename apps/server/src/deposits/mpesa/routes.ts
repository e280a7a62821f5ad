import { createHash, timingSafeEqual } from "node:crypto";
import {
  createMpesaDeposit as createCall,
  decideMpesaReport,
  quoteMpesaDeposit,
  receiveMpesaConfirmation,
  receiveMpesaPush,
  validateMpesaPayment,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../../platform/base/app-error.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerMoneyCall } from "../../ledger/api.ts";
import { findOwners } from "../chains/store.ts";
import { createMpesaDeposit } from "./create-mpesa-deposit.ts";
import { decideReport } from "./decide-report.ts";
import { handleMpesaEvents } from "./handle-events.ts";
import type { MpesaDepositDeps } from "./open-mpesa-deposits.ts";
import { readReference } from "./mpesa-reference.ts";
import { insertEvent, type MpesaEvent } from "./store.ts";
import { quoteMpesa } from "./quote-mpesa.ts";
import { readConfirmation, readPushCallback } from "./read-callback.ts";
import * as texts from "../../messages/deposits.ts";

const accepted = { ResultCode: 0, ResultDesc: "Accepted" };
/** Daraja's code for an account number that is not known. */
const UNKNOWN_ACCOUNT = { ResultCode: "C2B00012", ResultDesc: "Rejected" };

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/** @param deps undefined without M-Pesa: its calls then answer 404 */
export function addMpesaDepositRoutes(
  app: FastifyInstance,
  sql: MpesaDepositDeps["sql"],
  deps: MpesaDepositDeps | undefined,
): void {
  const need = (): MpesaDepositDeps => {
    if (!deps) throw new AppError("NOT_FOUND", texts.mpesaNotSetUp);
    return deps;
  };
  registerCall(app, quoteMpesaDeposit, async ({ query }) => quoteMpesa(query.amount, await need().findRate()));
  registerMoneyCall(app, sql, createCall, async ({ user, body, requestKey }) => {
    await need().refuseDeposit(user);
    return createMpesaDeposit(need(), { ...body, userId: user.id, requestKey });
  });

  registerCall(app, decideMpesaReport, async ({ user, params, body, request }) => {
    const actor = { id: user.id, address: request.ip };
    await decideReport(need(), { ...body, actor, reportId: params.report });
    return undefined;
  });

  /** The same answer for a wrong secret, another address and no M-Pesa. */
  const admit = (request: FastifyRequest, secret: string): MpesaDepositDeps => {
    const isKnown = deps !== undefined && timingSafeEqual(hash(secret), hash(deps.callbackSecret));
    if (isKnown && deps.callbackAddresses.includes(request.ip.replace(/^::ffff:/, ""))) return deps;
    if (isKnown) deps.log.warn({ address: request.ip }, "an M-Pesa call-back from another address was refused");
    throw new AppError("NOT_FOUND", texts.notFound);
  };
  /** Answers when the report is stored. What follows from it may fail, and is tried again. */
  const receive = async (admitted: MpesaDepositDeps, event: MpesaEvent | null): Promise<typeof accepted> => {
    if (!event) throw new AppError("VALIDATION", texts.reportInvalid);
    await insertEvent(admitted.sql, event);
    await handleMpesaEvents(admitted).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      admitted.log.warn({ reason }, "an M-Pesa report is handled later");
    });
    return accepted;
  };
  registerCall(app, receiveMpesaPush, ({ params, body, request }) => {
    const admitted = admit(request, params.secret);
    return receive(admitted, readPushCallback(body));
  });
  registerCall(app, receiveMpesaConfirmation, ({ params, body, request }) => {
    const admitted = admit(request, params.secret);
    return receive(admitted, readConfirmation(body));
  });
  registerCall(app, validateMpesaPayment, async ({ params, body, request }) => {
    const { sql: reader } = admit(request, params.secret);
    const typed = body["BillRefNumber"];
    const reference = typeof typed === "string" ? readReference(typed) : null;
    const owners = reference === null ? new Map<string, string>() : await findOwners(reader, "MPESA", [reference]);
    return owners.size === 0 ? UNKNOWN_ACCOUNT : accepted;
  });
}
