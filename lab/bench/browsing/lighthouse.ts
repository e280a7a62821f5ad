import { loadPackage } from "../extra/load-package.ts";
import { withBrowser } from "./browser.ts";

interface Category {
  score: number | null;
  auditRefs: readonly { id: string; weight: number }[];
}
/** The part of Lighthouse that is used here. Its own types come with the package, which may not be installed. */
interface Lighthouse {
  default(
    url: string,
    flags: object,
  ): Promise<
    | {
        lhr: {
          audits: Record<string, { score: number | null; numericValue?: number }>;
          categories: Record<string, Category>;
          environment: { benchmarkIndex: number };
          runtimeError?: { message: string };
        };
      }
    | undefined
  >;
}

const categoryNames = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Scores are 0 to 100, times are in milliseconds. */
export interface LighthouseResult {
  performance: number;
  accessibility: number;
  "best-practices": number;
  seo: number;
  totalBlockingTimeMs: number;
  largestContentfulPaintMs: number;
  cumulativeLayoutShift: number;
  /** Lighthouse's speed index of this machine. An idle desktop has 1,500 or more. */
  machine: number;
  /** Audits of the last run without a full score, except performance audits. */
  notPassed: readonly string[];
}

/** Tests one page on Lighthouse's simulated phone (slow 4G, 4 times slower CPU) and returns the median of the runs. */
export async function runLighthouse(chromePath: string, url: string, runs: number): Promise<LighthouseResult> {
  const lighthouse = (await loadPackage("lighthouse")) as Lighthouse | undefined;
  if (lighthouse === undefined) throw new Error("Lighthouse is not installed: start this bench by its name");
  const results: LighthouseResult[] = [];
  for (let run = 0; run < runs; run++) results.push(await runOnce(lighthouse, chromePath, url));
  const last = results[results.length - 1];
  if (last === undefined) throw new RangeError("runs must be at least 1");
  const middle = (name: Exclude<keyof LighthouseResult, "notPassed">): number =>
    median(results.map((result) => result[name]));
  return {
    performance: middle("performance"),
    accessibility: middle("accessibility"),
    "best-practices": middle("best-practices"),
    seo: middle("seo"),
    totalBlockingTimeMs: middle("totalBlockingTimeMs"),
    largestContentfulPaintMs: middle("largestContentfulPaintMs"),
    cumulativeLayoutShift: middle("cumulativeLayoutShift"),
    machine: middle("machine"),
    notPassed: last.notPassed,
  };
}

function runOnce(lighthouse: Lighthouse, chromePath: string, url: string): Promise<LighthouseResult> {
  return withBrowser(chromePath, async (_browser, port) => {
    const answer = await lighthouse.default(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...categoryNames],
    });
    if (answer === undefined) throw new Error(`Lighthouse returned no result for ${url}`);
    const { audits, categories, environment, runtimeError } = answer.lhr;
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`);
    const scoreOf = (name: (typeof categoryNames)[number]): number => Math.round((categories[name]?.score ?? 0) * 100);
    const figureOf = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
    const judged = categoryNames.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []);
    return {
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      "best-practices": scoreOf("best-practices"),
      seo: scoreOf("seo"),
      totalBlockingTimeMs: Math.round(figureOf("total-blocking-time")),
      largestContentfulPaintMs: Math.round(figureOf("largest-contentful-paint")),
      cumulativeLayoutShift: Number(figureOf("cumulative-layout-shift").toFixed(3)),
      machine: Math.round(environment.benchmarkIndex),
      notPassed: judged.flatMap(({ id, weight }) => {
        const score = audits[id]?.score ?? null;
        return weight > 0 && score !== null && score < 1 ? [id] : [];
      }),
    };
  });
}

/** Returns the median. For an even count it returns the lower of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
