import { createHash } from "node:crypto";
import {
  exportOwnData as exportOwnDataCall,
  getBalanceHistory,
  getStatement,
  getStatementCsv,
  getStatementPdf,
  listStatementMonths as listStatementMonthsCall,
  type Statement,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ClosingNavs } from "../bots/closing-navs.ts";
import { readAboutUser, countTry, downloadRule } from "../../people/api.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { appendLeaf } from "../../record/api.ts";
import { Answer } from "../../platform/http/answer.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { registerRead } from "../../platform/http/register-read.ts";
import { computeBalanceHistory } from "./balance-history.ts";
import { exportOwnData, type ExportDeps } from "./export-own-data.ts";
import { listStatementMonths, toStatement, type StatementDeps } from "./read-statement.ts";
import { formatStatementCsv } from "./statement-csv.ts";
import { createStatementQueue } from "./statement-queue.ts";
import { historyRead, monthRead, monthsRead } from "./store.ts";

const DEFAULT_HISTORY_DAYS = 90;

/** Makes the browser save the response under a fixed file name. */
function setDownloadName(reply: FastifyReply, fileName: string): void {
  void reply.header("content-disposition", `attachment; filename="${fileName}"`);
}

export interface StatementRouteDeps extends StatementDeps, ExportDeps {
  closingNavs: ClosingNavs;
  /** The setting RATE_LIMIT_SCALE. */
  rateLimitScale: number;
}

export function addStatementRoutes(app: FastifyInstance, deps: StatementRouteDeps): void {
  const inTurn = createStatementQueue();
  // A file is counted before anything is read for it.
  const readStatement = async (user: SessionUser, month: string): Promise<Statement> => {
    await countTry(deps, downloadRule, user.id);
    return toStatement(deps, user, month, await readAboutUser(deps.sql, user.id, monthRead, month));
  };

  registerRead(app, getStatement, monthRead, (parts, { user, query }) => toStatement(deps, user, query.month, parts), {
    readArgument: ({ month }) => month,
  });

  registerCall(app, getStatementCsv, async ({ user, query, reply }) => {
    const statement = await readStatement(user, query.month);
    setDownloadName(reply, `wazi-statement-${query.month}.csv`);
    return Answer.ofBytes(200, Buffer.from(formatStatementCsv(statement)));
  });

  registerCall(app, getStatementPdf, async ({ user, query, reply }) => {
    const statement = await readStatement(user, query.month);
    // Loading the PDF library takes longer than any other, and few processes need it soon after their start.
    const { makeStatementCode, renderStatementPdf } = await import("./statement-pdf.ts");
    const printed = makeStatementCode();
    const bytes = await inTurn(() => renderStatementPdf(statement, printed), user.id);
    const code = createHash("sha256").update(bytes).digest("hex");
    await appendLeaf(deps.sql, "statement", null, { code, printed });
    setDownloadName(reply, `wazi-statement-${query.month}.pdf`);
    return Answer.ofBytes(200, bytes);
  });

  registerRead(app, listStatementMonthsCall, monthsRead, (counted) => listStatementMonths(counted, deps.now()));

  registerRead(app, getBalanceHistory, historyRead, async (parts, { query }) => {
    const days = query.days === undefined ? DEFAULT_HISTORY_DAYS : Number(query.days);
    return Answer.fromJson(200, await computeBalanceHistory(deps, parts, days));
  });

  registerCall(app, exportOwnDataCall, async ({ user, reply }) => {
    await countTry(deps, downloadRule, user.id);
    const data = await exportOwnData(deps, user.id);
    setDownloadName(reply, "wazi-own-data.json");
    return data;
  });
}
