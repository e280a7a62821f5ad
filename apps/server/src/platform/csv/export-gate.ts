import { AppError } from "../base/app-error.ts";
import { createTurns, type InTurn } from "../base/turns.ts";
import * as texts from "../../messages/platform.ts";

/** The most exports that one process runs at the same time. */
const MAX_EXPORTS = 2;
/** The most reads for exports at the same time, each on a connection of its own. Two exports share them in the order in which they ask. */
const MAX_READS = 2;
const RETRY_AFTER_SECONDS = 5;

export interface ExportGate {
  /**
   * Takes a place for one export, before any row is read.
   * @throws AppError RATE_LIMITED this administrator has another export running · BUSY all places are taken
   */
  enter(adminId: string): ExportPlace;
}

export interface ExportPlace {
  /** The administrator no longer waits for the file, and may start another export. */
  abandon: () => void;
  /** No rows are read for the file any more. */
  leave: () => void;
  /** Runs whatever the export does in the database when one of the `MAX_READS` turns is free. */
  read: InTurn;
}

/**
 * Limits exports per process, so that they leave database connections to calls that move money: one for each administrator, two at
 * once, and two reads among them. An abandoned export counts until its reading ends, so that repeated requests cannot pile up reads.
 */
export function createExportGate(): ExportGate {
  const places = new Set<ExportPlace>();
  const waitedFor = new Map<string, ExportPlace>();
  const read = createTurns(MAX_READS);
  return {
    enter(adminId) {
      if (waitedFor.has(adminId)) {
        throw new AppError("RATE_LIMITED", texts.exportOwnRunning, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      if (places.size >= MAX_EXPORTS) {
        throw new AppError("BUSY", texts.exportRunning, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      const abandon = (): void => {
        if (waitedFor.get(adminId) === place) waitedFor.delete(adminId);
      };
      const leave = (): void => {
        abandon();
        places.delete(place);
      };
      const place: ExportPlace = { abandon, leave, read };
      places.add(place);
      waitedFor.set(adminId, place);
      return place;
    },
  };
}
