import type { Hint } from "./hint.ts";
import type { HintChannel } from "./hint-channel.ts";

/** Hints are collected for this long and then sent without duplicates. */
const GATHER_MS = 100;
/** When this many hints are collected, they are sent immediately. */
const MAX_GATHERED = 2_000;
/** PostgreSQL limits a notification to less than 8,000 bytes. */
const MAX_PAYLOAD = 7_500;

export interface Announcer {
  add(hints: readonly Hint[]): void;
}

/**
 * Notifies all processes of changes shortly after the commit. A notification inside a transaction would make commits
 * wait for each other. A lost hint only delays an update, because the screens also poll.
 */
export function createAnnouncer(channel: Pick<HintChannel, "send">): Announcer {
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const send = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const payloads = inPayloads(gathered);
    gathered = new Set();
    // Other calls report that the database cannot be reached.
    channel.send(payloads).catch(() => undefined);
  };

  return {
    add(hints) {
      for (const hint of hints) gathered.add(JSON.stringify(hint));
      if (gathered.size >= MAX_GATHERED) send();
      else if (gathered.size > 0) timer ??= setTimeout(send, GATHER_MS).unref();
    },
  };
}

/** Packs the hints into as few JSON lists as possible. */
function inPayloads(hints: Iterable<string>): string[] {
  const payloads: string[] = [];
  let current: string[] = [];
  let length = 2;
  for (const hint of hints) {
    if (length + hint.length > MAX_PAYLOAD) {
      payloads.push(`[${current.join(",")}]`);
      [current, length] = [[], 2];
    }
    current.push(hint);
    length += hint.length + 1;
  }
  if (current.length > 0) payloads.push(`[${current.join(",")}]`);
  return payloads;
}
