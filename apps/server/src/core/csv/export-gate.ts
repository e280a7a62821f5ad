import { AppError } from "../app-error.ts";

/** Files that one process makes at the same time. */
const MAX_EXPORTS = 2;
const RETRY_AFTER_SECONDS = 5;

export interface ExportGate {
  /**
   * Takes a place for one file, before anything is read for it.
   * @throws AppError RATE_LIMITED this administrator waits for another file · BUSY as many as may be are being made
   */
  enter(adminId: string): ExportPlace;
}

export interface ExportPlace {
  /** Nobody waits for the file any more: who asked for it may ask for another one. */
  abandon: () => void;
  /** Nor is anything read for it. */
  leave: () => void;
}

/**
 * Keeps files of whole tables from taking the database's connections from calls that move money: one for each
 * administrator and two in all, in this process. What is still being read for somebody who went away counts in the second
 * until it has been read, so that nobody piles up readings by asking and going.
 */
export function createExportGate(): ExportGate {
  const places = new Set<ExportPlace>();
  const waitedFor = new Map<string, ExportPlace>();
  return {
    enter(adminId) {
      if (waitedFor.has(adminId)) {
        throw new AppError("RATE_LIMITED", "One file at a time, please: another one of yours is being made.", {
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
      const place: ExportPlace = { abandon, leave };
      places.add(place);
      waitedFor.set(adminId, place);
      return place;
    },
  };
}
