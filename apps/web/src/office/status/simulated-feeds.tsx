import type { PublicStatus } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Sheet } from "../../ui/sheet.tsx";
import * as texts from "../../messages/status.ts";

/** How the simulated prices are drawn, and what visitors need to check it. Nothing when no price is simulated. */
export default function SimulatedFeeds({ status: { feeds, simulatedFeeds } }: { status: PublicStatus }) {
  const isSimulated = feeds.some(({ feed }) => feed === "simulated");
  if (!isSimulated && simulatedFeeds.length === 0) return null;
  const running = simulatedFeeds.find(({ endedAt }) => endedAt === null);
  const ended = simulatedFeeds.filter(({ endedAt }) => endedAt !== null);
  return (
    <Sheet title={texts.simulatedPrices}>
      {running ? (
        <>
          <p className="text-14 text-muted">{texts.feedSecretSeed}</p>
          <Code label={texts.feedSeedFingerprint({ startedAt: formatDayAndTime(running.startedAt) })}>
            {running.commitment}
          </Code>
        </>
      ) : null}
      {isSimulated && !running ? <p className="text-14 text-muted">{texts.feedFixedSeed}</p> : null}
      {ended.map(({ commitment, seed, startedAt, endedAt }) => (
        <div key={commitment}>
          <h3 className="mt-6 font-sans text-14 font-semibold tracking-normal">
            {texts.feedEndedTitle({
              startedAt: formatDayAndTime(startedAt),
              endedAt: formatDayAndTime(endedAt ?? startedAt),
            })}
          </h3>
          <Code label={texts.feedFingerprint}>{commitment}</Code>
          <Code label={texts.seed}>{seed ?? ""}</Code>
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
