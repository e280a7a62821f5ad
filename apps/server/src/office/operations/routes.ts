import {
  getOperations,
  pauseBot as pauseCall,
  reconcileNow as reconcileCall,
  resendMail as resendMailCall,
  resumeBot as resumeCall,
} from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { toAuditActor } from "../../record/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { type OperationsDeps, readOperatedBot } from "./operated-bots.ts";
import { pauseBot, resumeBot } from "./pause-bot.ts";
import { createOperationsCache } from "./read-operations.ts";
import { reconcileBooks } from "./reconcile-books.ts";
import { resendMail } from "./resend-mail.ts";

export function addOperationsRoutes(app: FastifyInstance, deps: OperationsDeps): void {
  const operations = createOperationsCache(deps);
  registerCall(app, getOperations, () => operations.read());
  registerCall(app, reconcileCall, async (input) => {
    const result = await reconcileBooks(deps, toAuditActor(input));
    operations.clear();
    return result;
  });
  registerCall(app, resendMailCall, async (input): Promise<undefined> => {
    await resendMail(deps, { admin: toAuditActor(input), mailId: input.params.id });
    operations.clear();
  });
  registerCall(app, pauseCall, async (input) => {
    const botId = input.params.id;
    await pauseBot(deps, { admin: toAuditActor(input), botId, reason: input.body.reason });
    operations.clear();
    return readOperatedBot(deps, botId);
  });
  registerCall(app, resumeCall, async (input) => {
    const botId = input.params.id;
    await resumeBot(deps, { admin: toAuditActor(input), botId });
    operations.clear();
    return readOperatedBot(deps, botId);
  });
}
