import type { Side } from "@wazi/trading";
import type { Queryable } from "../../platform/db/pool.ts";
import type { Broker } from "../venue/broker.ts";
import { findBroker } from "../venue/broker-settings.ts";
import type { VenueSync } from "../venue/venue-sync.ts";
import { isPoolEmpty } from "./store.ts";

/** A broker with the sync of its orders. */
export interface Venue {
  broker: Pick<Broker, "isPractice">;
  /** Our symbols that the broker may trade. */
  symbols: readonly string[];
  sync: Pick<VenueSync, "listsAll" | "isHalted" | "isLongOnly">;
}

interface VenueEntry {
  botId: string;
  /** All symbols of the bot. */
  symbols: readonly string[];
  symbol: string;
  side: Side;
}

/**
 * True when a bot on live prices may open a trade. Its venue is the one that has all its symbols. A bot without one trades on
 * paper: never while real money is in it. Without any broker, every bot does.
 */
export async function mayEnterAtVenue(
  sql: Queryable,
  venues: readonly Venue[],
  { botId, symbols, symbol, side }: VenueEntry,
): Promise<boolean> {
  const venue = findBroker(venues, symbols);
  if (venue) {
    const { sync } = venue;
    return sync.listsAll(symbols) && !sync.isHalted(symbol) && (side === "buy" || !sync.isLongOnly(symbol));
  }
  return venues.every(({ broker }) => broker.isPractice === true) || isPoolEmpty(sql, botId);
}
