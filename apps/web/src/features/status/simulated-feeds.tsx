import type { PublicStatus } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Sheet } from "../../ui/sheet.tsx";

/** How the simulated prices are drawn, and what visitors need to check it. Nothing when no price is simulated. */
export default function SimulatedFeeds({ status: { feeds, simulatedFeeds } }: { status: PublicStatus }) {
  const isSimulated = feeds.some(({ feed }) => feed === "simulated");
  if (!isSimulated && simulatedFeeds.length === 0) return null;
  const running = simulatedFeeds.find(({ endedAt }) => endedAt === null);
  const ended = simulatedFeeds.filter(({ endedAt }) => endedAt !== null);
  return (
    <Sheet title="Simulated prices">
      {running ? (
        <>
          <p className="text-14 text-muted">
            Prices are drawn from a secret random seed. We recorded its fingerprint before the first price, and publish
            the seed when this feed ends. Then anyone can check that we did not choose the prices.
          </p>
          <Code label={`Fingerprint of the seed (SHA-256), since ${formatDayAndTime(running.startedAt)}`}>
            {running.commitment}
          </Code>
        </>
      ) : null}
      {isSimulated && !running ? (
        <p className="text-14 text-muted">
          Prices are drawn from a fixed seed. Anyone who knows the seed can compute them in advance.
        </p>
      ) : null}
      {ended.map(({ commitment, seed, startedAt, endedAt }) => (
        <div key={commitment}>
          <h3 className="mt-6 font-sans text-14 font-semibold tracking-normal">
            Ended feed: {formatDayAndTime(startedAt)} to {formatDayAndTime(endedAt ?? startedAt)}
          </h3>
          <Code label="Fingerprint (SHA-256)">{commitment}</Code>
          <Code label="Seed">{seed ?? ""}</Code>
        </div>
      ))}
    </Sheet>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <div className="mt-4">
      <p className="text-14">{label}</p>
      <code className="mt-1.5 block rounded-sm bg-sunken px-3 py-2.5 font-mono text-14 leading-5 break-all">
        {children}
      </code>
    </div>
  );
}
