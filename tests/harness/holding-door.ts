import type { Door } from "../../apps/server/src/ledger/door/post.ts";

/** A ledger's door at which one operation can be held back. */
export interface HoldingDoor {
  /** As `startTestApp` takes it. */
  wrap: (door: Door) => Door;
  /** Holds back the next operation; resolves once it has come. */
  holdNext: () => Promise<void>;
  /** Lets it through. */
  release: () => void;
  /** Fails the operation that is held back, instead of posting it. */
  failNext: (error: Error) => void;
}

/** An operation is held back when it is decided and not yet posted, or when it is posted and not yet answered. */
export function createHoldingDoor(when: "before posting" | "after posting" = "before posting"): HoldingDoor {
  let isHolding = false;
  let failure: Error | null = null;
  let arrive: () => void = () => undefined;
  let letGo: () => void = () => undefined;
  return {
    wrap: (door) => ({
      post: async (operation) => {
        if (!isHolding) return door.post(operation);
        isHolding = false;
        const released = new Promise<void>((resolve) => (letGo = resolve));
        const outcome = when === "after posting" ? await door.post(operation) : null;
        arrive();
        await released;
        const failed = failure;
        failure = null;
        if (failed) throw failed;
        return outcome ?? door.post(operation);
      },
    }),
    holdNext: () => {
      isHolding = true;
      return new Promise<void>((resolve) => (arrive = resolve));
    },
    release: () => letGo(),
    failNext: (error) => (failure = error),
  };
}
