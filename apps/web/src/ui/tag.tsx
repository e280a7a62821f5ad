import type { FeedKind } from "@wazi/contracts";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import * as texts from "../messages/shared.ts";

/**
 * `stitched` marks what is not real (simulated, sample, paper) with a dashed border and an open lozenge. `solid` marks
 * what is real. The rest are states.
 */
export type TagLook = "stitched" | "solid" | "gain" | "loss" | "wait" | "plain";

const looks: Record<TagLook, string> = {
  stitched: "border-dashed border-warning bg-accent-tint text-warning",
  solid: "border-gain bg-gain-tint text-gain",
  gain: "border-transparent bg-gain-tint text-gain",
  loss: "border-transparent bg-loss-tint text-loss",
  wait: "border-transparent bg-info-tint text-info",
  plain: "border-line bg-sunken text-muted",
};

export function Tag({
  look = "plain",
  wraps = false,
  children,
  title,
}: {
  look?: TagLook;
  /** For labels that are too long for one line on a phone. */
  wraps?: boolean;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span
      title={title}
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-12 font-semibold",
        !wraps && "whitespace-nowrap",
        (look === "stitched" || look === "solid") && "tracking-[0.06em] uppercase",
        looks[look],
      )}
    >
      {look === "stitched" ? <Lozenge className="fill-none stroke-current" /> : null}
      {look === "solid" ? <Lozenge className="fill-current stroke-current" /> : null}
      {children}
    </span>
  );
}

function Lozenge({ className }: { className: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className={classNames("size-2.5 shrink-0 stroke-[1.4]", className)}>
      <path d="M5 .9 9.1 5 5 9.1.9 5Z" />
    </svg>
  );
}

const feedLabels: Record<FeedKind, string> = { simulated: "SIMULATED", replay: "REPLAY", live: "LIVE" };
const feedTitles: Record<FeedKind, string> = {
  simulated: texts.feedSimulatedTitle,
  replay: texts.feedReplayTitle,
  live: texts.feedLiveTitle,
};

/** The feed that a price comes from. */
export function FeedTag({ feed }: { feed: FeedKind }) {
  return (
    <Tag look={feed === "live" ? "solid" : "stitched"} title={feedTitles[feed]}>
      {feedLabels[feed]}
    </Tag>
  );
}

export function PaperTag({ children = texts.paper }: { children?: ReactNode }) {
  return (
    <Tag look="stitched" title={texts.paperTagTitle}>
      {children}
    </Tag>
  );
}
