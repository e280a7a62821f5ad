import { AppError } from "../../core/app-error.ts";

interface UploadLimits {
  /** Of all uploads that are being received or worked on. */
  bytes: number;
  /** What an upload counts for at least: decoding takes memory too. */
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
   * Waits, before anything is received, until there is memory for an upload. The place is held until `leave`.
   * @param bytes as announced; undefined where nothing was, and then it goes alone
   * @throws AppError CONFLICT another one of this user is under way · BUSY too many wait, or it has waited too long
   */
  enter(userId: string, bytes: number | undefined): Promise<{ leave: () => void }>;
}

interface Waiting {
  bytes: number;
  admit: () => void;
}

/** Keeps the memory of uploads bounded, whoever sends how many: first come, first served, and one of each user. */
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
    async enter(userId, announced) {
      if (users.has(userId)) {
        throw new AppError("CONFLICT", "Your documents are being processed. Please wait a moment.");
      }
      const bytes = Math.min(limits.bytes, Math.max(limits.minBytes, announced ?? limits.bytes));
      users.add(userId);
      try {
        await waitForSlot(bytes);
      } catch (error) {
        users.delete(userId);
        throw error;
      }
      let isLeft = false;
      return {
        leave() {
          if (isLeft) return;
          isLeft = true;
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
