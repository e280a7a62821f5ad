import type { Operations } from "@wazi/contracts";
import { Tag } from "../../../ui/tag.tsx";
import { AgeOf } from "../age.tsx";
import { Facts } from "./facts.tsx";

/** Who trades: of all processes, the one that holds the lease. */
export function LeaseFacts({ lease }: { lease: Operations["lease"] }) {
  if (lease === null) return <p className="text-14 text-muted">No trader has run yet.</p>;
  return (
    <>
      <p className="mb-3">
        <Tag look={lease.isAlive ? "gain" : "loss"}>
          {lease.isAlive ? "A trader is running" : "No trader is running"}
        </Tag>
      </p>
      <Facts
        facts={[
          { name: "Held by", value: <span className="break-all">{lease.holder}</span> },
          { name: "Token", value: <span className="figure">{lease.token}</span> },
          ...(lease.isAlive ? [] : [{ name: "Ran out", value: <AgeOf at={lease.expiresAt} /> }]),
        ]}
      />
      <p className="mt-3 text-14 text-muted">
        Only the process with the lease trades. It renews it all the time; should it stop, another one takes over.
      </p>
    </>
  );
}
