import type { Logger } from "pino";
import { type ApplicationLogin, toPoolerLogin } from "./application-login.ts";
import { applicationSettings, byKeySettings } from "./connection-settings.ts";
import { countByKey, openPool } from "./pool.ts";
import { findOtherSettings, findPoolMode, judgeServer, readServerFacts } from "./server-preflight.ts";
import { StartError } from "../process/start-error.ts";

/** Connections of a process for migrations and live updates. */
const OTHER_CONNECTIONS = 3;

/** The settings of the connections. */
export interface ConnectionChoice {
  mode: "demo" | "live";
  databaseConnections: number;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
}

/** Where the application's own connections go. */
export interface ApplicationDatabase {
  url: string;
  /** Set when `url` is a pooler in transaction mode. */
  directUrl?: string;
}

/**
 * Refuses a server that would lose or garble data, and warns of one that would be slow or run out of connections.
 * @throws StartError that says what to do, in one line
 */
export async function checkServer(ownerUrl: string, settings: ConnectionChoice, log: Logger): Promise<void> {
  const { databaseConnections, databaseDirectUrl, mode } = settings;
  const own = databaseDirectUrl === undefined ? databaseConnections + countByKey(databaseConnections) : 0;
  const sql = openPool(ownerUrl, { max: 1, role: null, applicationName: "wazi start" });
  try {
    const { refusal, warnings } = judgeServer(await readServerFacts(sql, own + OTHER_CONNECTIONS), mode);
    if (refusal !== undefined) throw new StartError(`DATABASE_URL: ${refusal}`);
    for (const warning of warnings) log.warn(`DATABASE_URL: ${warning}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Checks that every path of the application to the database has the settings that it needs.
 * @param login the application's direct connection
 * @throws StartError that says what to do, in one line
 */
export async function checkApplicationConnections(
  login: ApplicationLogin,
  { databaseUrl, databaseDirectUrl }: ConnectionChoice,
  log: Logger,
): Promise<ApplicationDatabase> {
  const isPooled = databaseUrl !== undefined && databaseDirectUrl !== undefined;
  if (!isPooled) {
    await refuseOtherSettings({ url: login.url });
    return { url: login.url };
  }
  const pooled = { url: toPoolerLogin(login, databaseUrl), directUrl: login.url };
  const mode = await findPoolMode(pooled.url, pooled.directUrl);
  if (mode === "statement") {
    throw new StartError(
      "DATABASE_URL: the pooler is in statement mode, which has no transactions. Set pool_mode = transaction.",
    );
  }
  if (mode === "session") {
    log.warn(
      "DATABASE_URL: every connection keeps a connection to PostgreSQL of its own, because the pooler is in session mode or is missing. Set pool_mode = transaction, or leave DATABASE_DIRECT_URL out.",
    );
  }
  await refuseOtherSettings({ url: login.url });
  await refuseOtherSettings(pooled);
  return pooled;
}

async function refuseOtherSettings({ url, directUrl }: ApplicationDatabase): Promise<void> {
  const sql = openPool(url, { max: 1, directUrl, applicationName: "wazi start" });
  try {
    const others = await findOtherSettings(sql, applicationSettings);
    const [other] = others.length > 0 ? others : await findOtherSettings(sql.byKey, byKeySettings);
    if (other === undefined) return;
    const { name, value, statement } = other;
    throw new StartError(
      directUrl === undefined
        ? `DATABASE_URL: a connection has ${name} = '${value}', because something in front of PostgreSQL leaves out what Wazi sets. Set DATABASE_DIRECT_URL to PostgreSQL itself.`
        : `DATABASE_URL: a connection through the pooler has ${name} = '${value}'. Run RECONNECT in the pooler's console. If that is not enough, run as a superuser: ${statement}`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}
