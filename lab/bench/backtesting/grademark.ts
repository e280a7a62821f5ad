import { loadPackage } from "../extra/load-package.ts";

export interface GrademarkBar {
  time: Date;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  crossing: number;
}

/** The parts of the two packages that are used here. Their own types come with them, and they may not be installed. */
interface DataForge {
  DataFrame: new (rows: readonly GrademarkBar[]) => object;
}
interface Rule {
  entryRule: (enter: () => unknown, args: { bar: GrademarkBar }) => void;
  exitRule: (exit: () => unknown, args: { bar: GrademarkBar }) => void;
}
interface Grademark {
  backtest: (strategy: Rule, bars: object) => readonly unknown[];
}

const STRATEGY: Rule = {
  entryRule: (enter, { bar }) => {
    if (bar.crossing > 0) void enter();
  },
  exitRule: (exit, { bar }) => {
    if (bar.crossing < 0) void exit();
  },
};

/** Prepares a run of grademark over bars, which returns the number of trades; undefined when it is not installed. */
export async function loadGrademark(): Promise<((bars: readonly GrademarkBar[]) => () => number) | undefined> {
  const forge = (await loadPackage("data-forge")) as DataForge | undefined;
  const grademark = (await loadPackage("grademark")) as Grademark | undefined;
  if (forge === undefined || grademark === undefined) return undefined;
  return (rows) => {
    const bars = new forge.DataFrame(rows);
    return () => grademark.backtest(STRATEGY, bars).length;
  };
}
