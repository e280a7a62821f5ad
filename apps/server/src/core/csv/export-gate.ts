import { AppError } from "../app-error.ts";
import { takeTurns, type InTurn } from "../take-turns.ts";

/** The most exports that one process runs at the same time. */
const MAX_EXPORTS = 2;
/** The most reads of rows at the same time, each on a connection of its own: one export has both, or two have one each. */
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
  /** Reads rows for the file, when fewer than two reads for files are running. */
  read: InTurn;
}

/**
 * Limits exports so that they do not take database connections from calls that move money: one for each administrator
 * and two in total, per process, with two connections in total. An abandoned export counts toward the total until its reading ends, so that repeated
 * requests cannot pile up reads.
 */
export function createExportGate(): ExportGate {
  const places = new Set<ExportPlace>();
  const waitedFor = new Map<string, ExportPlace>();
  const read = takeTurns(MAX_READS);
  return {
    enter(adminId) {
      if (waitedFor.has(adminId)) {
        throw new AppError("RATE_LIMITED", "Your other export is still running. Try again when it finishes.", {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      if (places.size >= MAX_EXPORTS) {
        throw new AppError("BUSY", "Another export is running. Try again when it finishes.", {
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
