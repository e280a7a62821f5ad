import type { Door } from "../../apps/server/src/core/ledger/post.ts";

/** A ledger's door at which one operation can be held back, decided and not yet posted. */
export interface HoldingDoor {
  /** As `startTestApp` takes it. */
  wrap: (door: Door) => Door;
  /** Holds back the next operation; resolves once it has come. */
  holdNext: () => Promise<void>;
  /** Lets it through. */
  release: () => void;
}

export function createHoldingDoor(): HoldingDoor {
  let isHolding = false;
  let arrive: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  return {
    wrap: (door) => ({
      post: async (operation) => {
        if (!isHolding) return door.post(operation);
        isHolding = false;
        const released = new Promise<void>((resolve) => (letGo = resolve));
        arrive();
        await released;
        return door.post(operation);
      },
    }),
    holdNext: () => {
      isHolding = true;
      return new Promise<void>((resolve) => (arrive = resolve));
    },
    release: () => letGo(),
  };
}
