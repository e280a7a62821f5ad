import type { Logger } from "pino";
import { createDatabaseHints, forwardDatabaseHints, type HintChannel } from "./hint-channel.ts";
import type { Sql } from "../db/pool.ts";
import type { databaseSettings } from "../settings/database-settings.ts";
import type { processSettings } from "../settings/process-settings.ts";
import type { SettingsOf } from "../settings/setting-entry.ts";

export interface Events {
  hints: HintChannel;
  /** Undefined without NATS. */
  isNatsConnected: (() => boolean) | undefined;
  /** With NATS, the process that trades passes on what the database announces. Called once. */
  forward: (isTrading: () => boolean) => void;
  stopEvents: () => Promise<void>;
}

type Settings = Pick<SettingsOf<typeof databaseSettings>, "natsUrl"> & Pick<SettingsOf<typeof processSettings>, "role">;

/** Opens what carries hints between processes: NATS where it is set, PostgreSQL otherwise. */
export async function openEvents({ natsUrl, role }: Settings, sql: Sql, log: Logger): Promise<Events> {
  if (natsUrl === undefined) {
    return {
      hints: createDatabaseHints(sql),
      isNatsConnected: undefined,
      forward: () => undefined,
      stopEvents: () => Promise.resolve(),
    };
  }
  // Loaded only where it is set, so that other processes start sooner.
  const { openNatsHints } = await import("./nats-hints.ts");
  const hints = openNatsHints(natsUrl, log);
  let forwarding: ReturnType<typeof forwardDatabaseHints> | undefined;
  return {
    hints,
    isNatsConnected: () => hints.isConnected(),
    forward: (isTrading) => {
      if (role !== "api") forwarding = forwardDatabaseHints(sql, hints, isTrading);
    },
    stopEvents: async () => {
      await forwarding?.stop();
      await hints.close();
    },
  };
}
