import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import LoggedReleaseText, { RenewalNotices } from "../../ui/logged-release.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import { SampleGroup } from "./sample-group.tsx";

const noRetries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** The four states of a list. */
const readings: Readonly<Record<string, () => Promise<string[]>>> = {
  loading: () => new Promise<string[]>(() => undefined),
  failed: () => Promise.reject(new Error("no answer")),
  empty: () => Promise.resolve([]),
  data: () => Promise.resolve(["First row", "Second row"]),
};

export function StateSamples() {
  return (
    <SampleGroup name="States and surfaces">
      <PageHeading title="Page heading" tabTitle="Components">
        What stands below a page&rsquo;s name.
      </PageHeading>
      <Notice>Something to know</Notice>
      <Notice look="warning" title="With a title">
        Trading can lose money.
      </Notice>
      <Notice look="danger">Something is wrong</Notice>
      <Notice look="good">Something is done</Notice>
      <RenewalNotices
        renewals={[{ at: "2026-11-20T09:30:00.000Z", reason: "The key was lost.", oldKey: "wazi.example+8d2b0c1e+AQ" }]}
      />
      <LoggedReleaseText
        release={{
          ...{ kind: "release", version: "1.2.0", commit: null, isDirty: null, index: 4 },
          ...{
            manifest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            since: "2026-11-20T09:30:00.000Z",
          },
        }}
      />
      <FailureNotice error={new TypeError("no answer")} fallback="Failed to activate bot" />
      <Sheet title="Sheet" aside={<Button look="quiet">Aside</Button>}>
        <InfoList items={["A short fact", "Another one, on a line of its own"]} />
      </Sheet>
      <div className="kuba rounded-md bg-panel p-8 text-on-panel [--kuba-ink:var(--on-panel)]">Kuba cloth</div>
      <Skeleton className="h-11 w-64" />
      <SkeletonRows rows={2} />
      <QueryClientProvider client={noRetries}>
        {Object.keys(readings).map((name) => (
          <ReadingSample key={name} name={name} />
        ))}
      </QueryClientProvider>
    </SampleGroup>
  );
}

function ReadingSample({ name }: { name: string }) {
  const query = useQuery({ queryKey: [name], queryFn: () => readings[name]?.() ?? [] });
  return (
    <Sheet title={`A list, ${name}`}>
      <QueryState
        query={query}
        failedTitle="Could not load the rows"
        loading={<SkeletonRows rows={2} />}
        empty={<EmptyState action={<Button>Do it now</Button>}>An empty list says what to do next.</EmptyState>}
      >
        {(rows) => <InfoList items={rows} />}
      </QueryState>
    </Sheet>
  );
}
