import { ConnectionLine } from "./connection-line.tsx";
import { LiveUpdates } from "./live-updates.tsx";

/** What tells of changes by itself, and says so where it can't. */
export default function LiveParts() {
  return (
    <>
      <LiveUpdates />
      <ConnectionLine />
    </>
  );
}
