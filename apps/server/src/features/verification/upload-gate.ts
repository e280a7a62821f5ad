import { AppError } from "../../core/app-error.ts";

interface UploadLimits {
  /** Limit for all uploads that are being received or processed. */
  bytes: number;
  /** The least that an upload counts for, because decoding takes memory too. */
  minBytes: number;
  waiting: number;
  waitMs: number;
}

const uploadLimits: UploadLimits = {
  bytes: 64 * 1024 * 1024,
  minBytes: 1024 * 1024,
  waiting: 40,
  waitMs: 20_000,
};

export interface UploadGate {
  /**
   * Waits until there is memory for an upload, before its body is received. The slot is held until `release`.
   * @param bytes the Content-Length; an upload without one runs alone
   * @throws AppError CONFLICT the user has another upload in progress · BUSY the queue is full or the wait was too long
   */
  enter(userId: string, bytes: number | undefined): Promise<{ release: () => void }>;
}

interface Waiting {
  bytes: number;
  admit: () => void;
}

/** Bounds the memory of all uploads. Uploads are admitted in order of arrival, one per user. */
export function createUploadGate(limits: UploadLimits = uploadLimits): UploadGate {
  const users = new Set<string>();
  const queue: Waiting[] = [];
  let held = 0;

  const admitNext = (): void => {
    for (let next = queue[0]; next && held + next.bytes <= limits.bytes; next = queue[0]) {
      queue.shift();
      held += next.bytes;
      next.admit();
    }
  };

  function waitForSlot(bytes: number): Promise<void> {
    if (queue.length >= limits.waiting) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(busy());
        admitNext();
      }, limits.waitMs);
      const entry: Waiting = {
        bytes,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(entry);
      admitNext();
    });
  }

  return {
    async enter(userId, contentLength) {
      if (users.has(userId)) {
        throw new AppError("CONFLICT", "Your documents are being processed. Please wait a moment.");
      }
      const bytes = Math.min(limits.bytes, Math.max(limits.minBytes, contentLength ?? limits.bytes));
      users.add(userId);
      try {
        await waitForSlot(bytes);
      } catch (error) {
        users.delete(userId);
        throw error;
      }
      let isReleased = false;
      return {
        release() {
          if (isReleased) return;
          isReleased = true;
          held -= bytes;
          users.delete(userId);
          admitNext();
        },
      };
    },
  };
}

function busy(): AppError {
  return new AppError("BUSY", "Too many documents are being uploaded. Please try again in a moment.", {
    retryAfterSeconds: 10,
  });
}
