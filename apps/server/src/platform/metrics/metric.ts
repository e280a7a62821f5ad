/** A metric of /metrics, as it is named and described there. */
interface MetricDefinition {
  name: string;
  help: string;
  labelNames?: readonly string[];
}

type Definitions = Readonly<Record<string, MetricDefinition>>;
type LabelledValues<Label extends string> = readonly { labels: Readonly<Record<Label, string>>; value: number }[];

/** All values of a metric with labels, or the value of one without; null for none. */
export type MetricValue = number | null | LabelledValues<string>;

type ValuesOf<Defined extends Definitions> = {
  readonly [Key in keyof Defined]: Defined[Key] extends { labelNames: readonly (infer Label extends string)[] }
    ? LabelledValues<Label>
    : number | null;
};

/** The moment of a scrape. */
export interface ScrapeTime {
  /** When this process started. */
  startedAt: Date;
  secondsSince: (time: Date | string) => number;
}

/** Metrics that are read together. */
export interface MetricGroup {
  definitions: Definitions;
  /**
   * True for the state of a service, which alerts watch: it is read first and in a shorter time, is 0 until the first answer, and
   * is kept for a while when the database does not answer. Other metrics have no value then.
   */
  isState: boolean;
}

/** Reads the values of a group, by the keys of its definitions. */
export interface MetricReader {
  group: MetricGroup;
  read: (at: ScrapeTime) => Promise<Readonly<Record<string, MetricValue>>>;
}

interface DefinedMetrics<Defined extends Definitions> extends MetricGroup {
  /** Adds how they are read, with what an opened noun has. */
  readBy: (read: (at: ScrapeTime) => Promise<ValuesOf<Defined>>) => MetricReader;
}

/** Defines metrics that are read together. A reading has a value, or null, for each of them. */
export function defineMetrics<const Defined extends Definitions>(
  definitions: Defined,
  { isState = false }: { isState?: boolean } = {},
): DefinedMetrics<Defined> {
  const group: DefinedMetrics<Defined> = { definitions, isState, readBy: (read) => ({ group, read }) };
  return group;
}
