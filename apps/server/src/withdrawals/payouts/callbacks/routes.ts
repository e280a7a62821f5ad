import {
  receiveB2cResult,
  receiveB2cTimeout,
  receiveFlutterwaveEvent,
  receivePaystackEvent,
  receiveStatusResult,
  receiveStatusTimeout,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { registerCall } from "../../../platform/http/register-call.ts";
import {
  admitMpesa,
  receiveFlutterwave,
  receiveMpesaResult,
  receiveMpesaTimeout,
  receivePaystack,
  type CallbackDeps,
} from "./receive-callback.ts";

const ACCEPTED = { ResultCode: 0, ResultDesc: "Accepted" } as const;

/** Call-backs get their raw bytes, which are signed. They are never logged. */
export function addCallbackRoutes(app: FastifyInstance, deps: CallbackDeps): void {
  const raw = { bytesBody: true } as const;
  const mpesa = [
    [receiveB2cResult, (body: Buffer | undefined) => receiveMpesaResult(deps, "payment", body)],
    [receiveStatusResult, (body: Buffer | undefined) => receiveMpesaResult(deps, "status", body)],
    [receiveB2cTimeout, (body: Buffer | undefined) => receiveMpesaTimeout(deps, body)],
    [receiveStatusTimeout, () => Promise.resolve()],
  ] as const;
  for (const [call, receive] of mpesa) {
    registerCall(
      app,
      call,
      async ({ params, body, request }) => {
        admitMpesa(deps, params.secret, request.ip);
        // Answered after the commit: a call-back without an answer comes again.
        await receive(body);
        return ACCEPTED;
      },
      raw,
    );
  }
  registerCall(
    app,
    receivePaystackEvent,
    async ({ body, request }): Promise<undefined> => {
      await receivePaystack(deps, body, String(request.headers["x-paystack-signature"] ?? ""));
    },
    raw,
  );
  registerCall(
    app,
    receiveFlutterwaveEvent,
    async ({ body, request }): Promise<undefined> => {
      await receiveFlutterwave(deps, body, String(request.headers["verif-hash"] ?? ""));
    },
    raw,
  );
}
