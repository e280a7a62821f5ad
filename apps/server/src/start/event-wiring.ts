import type { Logger } from "pino";
import { createDatabaseHints, forwardDatabaseHints, type HintChannel } from "../platform/hints/hint-channel.ts";
import type { Sql } from "../platform/db/pool.ts";
import type { Settings } from "./settings/settings.ts";

export interface Events {
  hints: HintChannel;
  /** Undefined without NATS. */
  isNatsConnected: (() => boolean) | undefined;
  stopEvents: () => Promise<void>;
}

/**
 * Opens what carries hints between processes: NATS where it is set, PostgreSQL otherwise.
 * @param isTrading with NATS, the process that trades passes on what the database announces
 */
export async function openEvents(
  { natsUrl, role }: Settings,
  sql: Sql,
  isTrading: () => boolean,
  log: Logger,
): Promise<Events> {
  if (natsUrl === undefined)
    return { hints: createDatabaseHints(sql), isNatsConnected: undefined, stopEvents: () => Promise.resolve() };
  // Loaded only where it is set, so that other processes start sooner.
  const { openNatsHints } = await import("../platform/hints/nats-hints.ts");
  const hints = openNatsHints(natsUrl, log);
  const forwarding = role === "api" ? undefined : forwardDatabaseHints(sql, hints, isTrading);
  return {
    hints,
    isNatsConnected: () => hints.isConnected(),
    stopEvents: async () => {
      await forwarding?.stop();
      await hints.close();
    },
  };
}
