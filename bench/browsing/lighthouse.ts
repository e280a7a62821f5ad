import lighthouse from "lighthouse";
import { withBrowser } from "./browser.ts";

const categoryNames = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Scores of 0 to 100, times in milliseconds. */
export interface LighthouseResult {
  performance: number;
  accessibility: number;
  "best-practices": number;
  seo: number;
  totalBlockingTimeMs: number;
  largestContentfulPaintMs: number;
  cumulativeLayoutShift: number;
  /** How quick Lighthouse found this machine; a quiet desktop has 1,500 and more. */
  machine: number;
  /** Audits of the last run that are not passed in full, outside of performance. */
  notPassed: readonly string[];
}

/** One page on Lighthouse's own phone (simulated slow 4G, a processor four times slower): the median of several runs. */
export async function runLighthouse(chromePath: string, url: string, runs: number): Promise<LighthouseResult> {
  const results: LighthouseResult[] = [];
  for (let run = 0; run < runs; run++) results.push(await runOnce(chromePath, url));
  const last = results[results.length - 1];
  if (last === undefined) throw new RangeError("at least one run");
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

function runOnce(chromePath: string, url: string): Promise<LighthouseResult> {
  return withBrowser(chromePath, async (_browser, port) => {
    const answer = await lighthouse(url, {
      port,
      output: "json",
      logLevel: "error",
      onlyCategories: [...categoryNames],
    });
    if (answer === undefined) throw new Error(`Lighthouse has no result for ${url}`);
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

/** The middle one; of an even number the better of the two in the middle is left out. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
