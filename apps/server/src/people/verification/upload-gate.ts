import { SECOND_MS } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import * as texts from "../../messages/people.ts";

interface UploadLimits {
  /** Limit for what has arrived of all uploads, until they are processed. */
  bytes: number;
  /** Uploads that arrive or are processed at a time. */
  uploads: number;
  /** How long an upload waits for memory. */
  waitMs: number;
  /** An upload of which fewer bytes arrive in each window is given up. */
  windowMs: number;
  minBytesPerWindow: number;
}

/** 8 KiB a second is what a phone sends over a poor connection. */
const uploadLimits: UploadLimits = {
  bytes: 64 * 1024 * 1024,
  uploads: 40,
  waitMs: 20 * SECOND_MS,
  windowMs: 10 * SECOND_MS,
  minBytesPerWindow: 80 * 1024,
};

/** The permissions that platform/http/read-bytes.ts asks for while a body arrives. Memory is held until `release`. */
export interface UploadSlot {
  /**
   * Waits until there is memory for bytes that have arrived.
   * @throws AppError BUSY the wait was too long
   */
  add(bytes: number): Promise<void>;
  /** Rejects with VALIDATION when the upload has become too slow. It never resolves. */
  tooSlow: Promise<never>;
  /** The body is complete, so it cannot be too slow any more. */
  complete(): void;
  release(): void;
}

export interface UploadGate {
  /**
   * Starts an upload. Memory is taken by what arrives, so an upload that announces much and sends little blocks nobody.
   * @throws AppError CONFLICT the user has another upload in progress · BUSY too many uploads
   */
  enter(userId: string): UploadSlot;
}

interface Waiting {
  slot: object;
  bytes: number;
  admit: () => void;
}

/** Bounds the memory of all uploads. There is one per user, and the oldest upload always gets memory, so that uploads finish. */
export function createUploadGate(limits: UploadLimits = uploadLimits): UploadGate {
  const users = new Set<string>();
  /** In order of arrival. */
  const active = new Set<object>();
  const queue: Waiting[] = [];
  let held = 0;

  const isOldest = (slot: object): boolean => active.values().next().value === slot;
  const fits = ({ slot, bytes }: Omit<Waiting, "admit">): boolean => held + bytes <= limits.bytes || isOldest(slot);

  const admitWaiting = (): void => {
    for (const each of [...queue]) {
      if (!fits(each)) continue;
      queue.splice(queue.indexOf(each), 1);
      held += each.bytes;
      each.admit();
    }
  };

  function waitForMemory(slot: object, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(busy());
      }, limits.waitMs);
      const entry: Waiting = { slot, bytes, admit: () => (clearTimeout(timer), resolve()) };
      queue.push(entry);
    });
  }

  return {
    enter(userId) {
      if (users.has(userId)) {
        throw new AppError("CONFLICT", texts.documentsInProgress);
      }
      if (users.size >= limits.uploads) throw busy();
      users.add(userId);
      const slot = {};
      active.add(slot);
      const speed = watchSpeed(limits);
      let [own, isReleased] = [0, false];
      return {
        tooSlow: speed.tooSlow,
        complete: () => speed.stop(),
        async add(bytes) {
          speed.count(bytes);
          if (fits({ slot, bytes })) held += bytes;
          else await speed.pauseFor(waitForMemory(slot, bytes));
          if (isReleased) held -= bytes;
          else own += bytes;
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          speed.stop();
          held -= own;
          users.delete(userId);
          active.delete(slot);
          admitWaiting();
        },
      };
    },
  };
}

interface SpeedWatch {
  count(bytes: number): void;
  tooSlow: Promise<never>;
  /** The time of this wait does not count: the upload waits for us. */
  pauseFor(wait: Promise<void>): Promise<void>;
  stop(): void;
}

function watchSpeed({ windowMs, minBytesPerWindow }: UploadLimits): SpeedWatch {
  let giveUp: (reason: AppError) => void = () => undefined;
  const tooSlow = new Promise<never>((_resolve, reject) => (giveUp = reject));
  // Nobody may be waiting for the next piece at that moment.
  tooSlow.catch(() => undefined);
  let arrived = 0;
  let isPaused = false;
  const timer = setInterval(() => {
    if (!isPaused && arrived < minBytesPerWindow) {
      giveUp(new AppError("VALIDATION", texts.uploadSlow));
    }
    arrived = 0;
  }, windowMs);
  timer.unref();
  return {
    tooSlow,
    count: (bytes) => (arrived += bytes),
    async pauseFor(wait) {
      isPaused = true;
      try {
        await wait;
      } finally {
        isPaused = false;
        arrived = minBytesPerWindow;
      }
    },
    stop: () => clearInterval(timer),
  };
}

function busy(): AppError {
  return new AppError("BUSY", texts.uploadsBusy, {
    retryAfterSeconds: 10,
  });
}
