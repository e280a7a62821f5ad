import { DAY_SECONDS } from "@wazi/contracts";
import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineSeries,
  LineStyle,
  LineType,
  PriceScaleMode,
  TickMarkType,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { formatDay, formatShortDay, formatTime } from "../../lib/format-date.ts";
import {
  formatChange,
  type GrowthRow,
  type LineLook,
  type PriceBar,
  type TradeMark,
  truncatePercent,
} from "./chart-data.ts";

export interface GrowthDrawing {
  kind: "growth";
  /** The lines that are shown; `index` is their place in each row's changes. */
  lines: readonly { index: number; look: LineLook }[];
  rows: readonly GrowthRow[];
  hasFalls: boolean;
  isLog: boolean;
}

export interface PriceDrawing {
  kind: "prices";
  rows: readonly PriceBar[];
  marks: readonly TradeMark[];
  /** Decimal places of the price. */
  places: number;
  isLog: boolean;
}

/** Parts of a whole, in per cent, drawn as areas on top of each other; the last of each row is cash. */
export interface WeightsDrawing {
  kind: "weights";
  /** The parts beside cash. */
  parts: number;
  rows: readonly { time: number; weights: readonly number[] }[];
}

export type Drawing = GrowthDrawing | PriceDrawing | WeightsDrawing;

export interface DrawnChart {
  /** Redraws with new data or colours. New moments are shown whole; otherwise the visible range stays. */
  show: (drawing: Drawing) => void;
  /** Puts the crosshair on a row, or takes it away. */
  pointAt: (row: number | null) => void;
  /** Changes the number of visible rows by a factor, around a row. */
  zoom: (factor: number, around: number | null) => void;
  remove: () => void;
}

/** Reads the theme's colours, because a canvas cannot use CSS custom properties. */
function readColours() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    muted: token("muted"),
    line: token("line"),
    outline: token("outline"),
    primary: token("primary"),
    accent: token("accent"),
    info: token("info"),
    warning: token("warning"),
    gain: token("gain"),
    loss: token("loss"),
    surface: token("surface"),
    ink: token("ink"),
  };
}

type Colours = ReturnType<typeof readColours>;

/** The same colours and dashes are in line-sample.tsx. */
const looks: Readonly<Record<LineLook, { colour: keyof Colours; lineStyle: LineStyle }>> = {
  main: { colour: "primary", lineStyle: LineStyle.Solid },
  held: { colour: "accent", lineStyle: LineStyle.Dashed },
  cash: { colour: "muted", lineStyle: LineStyle.Dotted },
  second: { colour: "info", lineStyle: LineStyle.Dashed },
  third: { colour: "warning", lineStyle: LineStyle.Dotted },
  fourth: { colour: "loss", lineStyle: LineStyle.LargeDashed },
};

const asTime = (time: number): UTCTimestamp => time as UTCTimestamp;
const toDate = (time: Time): Date => new Date(Number(time) * 1000);
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric" });
const yearFormat = new Intl.DateTimeFormat("en-GB", { year: "numeric" });
const momentFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
/** From this length on, hours are left out and years are shown. */
const LONG_SECONDS = 60 * DAY_SECONDS;

function formatTick(time: Time, type: TickMarkType): string {
  if (type === TickMarkType.Year) return yearFormat.format(toDate(time));
  if (type === TickMarkType.Month) return monthFormat.format(toDate(time));
  return type === TickMarkType.DayOfMonth ? formatShortDay(toDate(time)) : formatTime(toDate(time));
}

function createFrame(container: HTMLElement): IChartApi {
  return createChart(container, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 12, fontFamily: getComputedStyle(document.body).fontFamily },
    timeScale: {
      timeVisible: true,
      secondsVisible: false,
      tickMarkFormatter: formatTick,
      borderVisible: false,
      fixLeftEdge: true,
      fixRightEdge: true,
      lockVisibleTimeRangeOnResize: true,
      minBarSpacing: 0.2,
    },
    rightPriceScale: { borderVisible: false },
    // Vertical gestures and the wheel scroll the page; horizontal gestures move the chart.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: false },
  });
}

function paintFrame(chart: IChartApi, { muted, line, surface, outline, ink }: Colours, rows: Drawing["rows"]): void {
  const crosshair = { color: outline, labelBackgroundColor: ink };
  const length = (rows.at(-1)?.time ?? 0) - (rows[0]?.time ?? 0);
  const formatMoment = length > LONG_SECONDS ? formatDay : (at: Date) => momentFormat.format(at);
  chart.applyOptions({
    layout: {
      background: { color: surface },
      textColor: muted,
      panes: { separatorColor: line, separatorHoverColor: line, enableResize: false },
    },
    localization: { timeFormatter: (time: Time) => formatMoment(toDate(time)) },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    crosshair: { vertLine: crosshair, horzLine: crosshair },
  });
}

const scaleMode = (isLog: boolean) => ({ mode: isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal });

/** A line is drawn as the value of 100, which a logarithmic scale can show, and labelled in percent. */
const BASE = 100;
const changeFormat = {
  type: "custom",
  formatter: (value: number) => formatChange(value - BASE),
  minMove: 0.01,
} as const;
const fallFormat = { type: "custom", formatter: truncatePercent, minMove: 0.01 } as const;
/** The drawdown pane always reaches at least this low. */
const LEAST_FALL = -0.1;

interface Painter<D extends Drawing> {
  paint: (drawing: D, colours: Colours) => void;
  /** Where the crosshair points on a row. */
  findTarget: (
    row: D["rows"][number],
  ) => { value: number; series: ISeriesApi<"Line"> | ISeriesApi<"Candlestick"> | ISeriesApi<"Area"> } | undefined;
}

function addFallPane(chart: IChartApi): ISeriesApi<"Area"> {
  const falls = chart.addSeries(
    AreaSeries,
    {
      priceFormat: fallFormat,
      priceLineVisible: false,
      lastValueVisible: false,
      lineWidth: 1,
      invertFilledArea: true,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
        const deepest = original()?.priceRange?.minValue ?? 0;
        return { priceRange: { minValue: Math.min(deepest, LEAST_FALL), maxValue: 0 } };
      },
    },
    1,
  );
  falls.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.1 } });
  chart.panes()[0]?.setStretchFactor(3);
  chart.panes()[1]?.setStretchFactor(1);
  return falls;
}

function createGrowthPainter(chart: IChartApi, first: GrowthDrawing): Painter<GrowthDrawing> {
  const drawn = new Map<number, ISeriesApi<"Line">>();
  const falls = first.hasFalls ? addFallPane(chart) : null;
  let shown: GrowthDrawing["lines"] = [];

  function paint({ lines, rows, isLog }: GrowthDrawing, colours: Colours): void {
    shown = lines;
    for (const [index, series] of drawn) {
      if (lines.some((line) => line.index === index)) continue;
      chart.removeSeries(series);
      drawn.delete(index);
    }
    for (const { index, look } of lines) {
      const series =
        drawn.get(index) ?? chart.addSeries(LineSeries, { priceFormat: changeFormat, priceLineVisible: false });
      drawn.set(index, series);
      const { colour, lineStyle } = looks[look];
      series.applyOptions({
        color: colours[colour],
        lineStyle,
        lineWidth: 2,
        lastValueVisible: look === "main",
      });
      series.setData(
        rows.flatMap(({ time, changes }) => {
          const change = changes[index] ?? null;
          return change === null ? [] : [{ time: asTime(time), value: BASE + change }];
        }),
      );
    }
    chart.priceScale("right", 0).applyOptions(scaleMode(isLog));
    falls?.applyOptions({ lineColor: colours.loss, topColor: `${colours.loss}33`, bottomColor: `${colours.loss}33` });
    falls?.setData(rows.map(({ time, fall }) => ({ time: asTime(time), value: fall ?? 0 })));
  }

  return {
    paint,
    findTarget(row) {
      const line = shown.find(({ index }) => (row.changes[index] ?? null) !== null);
      const series = line === undefined ? undefined : drawn.get(line.index);
      return line === undefined || series === undefined
        ? undefined
        : { value: BASE + (row.changes[line.index] ?? 0), series };
    },
  };
}

/** The same order of colours is in trader/holdings/part-fills.ts. */
const partColours: readonly (keyof Colours)[] = ["primary", "accent", "info", "warning", "gain", "loss"];
const WHOLE = 100;

/** The first part is lowest. Areas are drawn from the top down, each over the one above it. */
function createWeightsPainter(chart: IChartApi, { parts }: WeightsDrawing): Painter<WeightsDrawing> {
  const areas = Array.from({ length: parts + 1 }, () =>
    chart.addSeries(AreaSeries, {
      lineType: LineType.WithSteps,
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
      priceFormat: { type: "custom", minMove: 1, formatter: (value: number) => `${Math.round(value)}%` },
      autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: WHOLE } }),
    }),
  );
  chart.priceScale("right", 0).applyOptions({ scaleMargins: { top: 0.04, bottom: 0 } });
  // A height between two areas is no part.
  chart.applyOptions({ crosshair: { horzLine: { visible: false, labelVisible: false } } });
  return {
    paint({ rows }, colours) {
      areas.forEach((area, index) => {
        const place = parts - index;
        const colour =
          place === parts ? colours.outline : colours[partColours[place % partColours.length] ?? "primary"];
        area.applyOptions({ lineColor: colours.surface, topColor: colour, bottomColor: colour });
        area.setData(
          rows.map(({ time, weights }) => {
            const value = weights.slice(0, place + 1).reduce((sum, weight) => sum + weight, 0);
            return { time: asTime(time), value };
          }),
        );
      });
    },
    findTarget: () => {
      const [area] = areas;
      return area === undefined ? undefined : { value: WHOLE / 2, series: area };
    },
  };
}

/** Shapes differ as well as colours: a win is a circle, a loss a square. */
function toMarker({ time, kind, won }: TradeMark, { primary, gain, loss, ink }: Colours): SeriesMarker<Time> {
  if (kind === "closed") {
    const shape = won ? "circle" : "square";
    return { time: asTime(time), position: "aboveBar", shape, size: 0.8, color: won ? gain : loss };
  }
  const isBuy = kind === "bought";
  return {
    time: asTime(time),
    position: "belowBar",
    shape: isBuy ? "arrowUp" : "arrowDown",
    color: isBuy ? primary : ink,
  };
}

function createPricePainter(chart: IChartApi): Painter<PriceDrawing> {
  const candles = chart.addSeries(CandlestickSeries, { priceLineVisible: false, borderVisible: false });
  const markers = createSeriesMarkers<Time>(candles);
  return {
    paint({ rows, marks, places, isLog }, colours) {
      const { gain, loss } = colours;
      candles.applyOptions({
        upColor: gain,
        downColor: loss,
        wickUpColor: gain,
        wickDownColor: loss,
        priceFormat: { type: "price", precision: places, minMove: 10 ** -places },
      });
      candles.setData(rows.map((bar) => ({ ...bar, time: asTime(bar.time) })));
      chart.priceScale("right", 0).applyOptions(scaleMode(isLog));
      markers.setMarkers(marks.map((mark) => toMarker(mark, colours)));
    },
    findTarget: ({ close }) => ({ value: close, series: candles }),
  };
}

function createPainter(chart: IChartApi, first: Drawing) {
  if (first.kind === "growth") return createGrowthPainter(chart, first);
  return first.kind === "weights" ? createWeightsPainter(chart, first) : createPricePainter(chart);
}

/** Draws a chart and calls `onPoint` with the row under the pointer. */
export function drawChart(container: HTMLElement, first: Drawing, onPoint: (row: number | null) => void): DrawnChart {
  const chart = createFrame(container);
  const painter = createPainter(chart, first) as Painter<Drawing>;
  const scale = chart.timeScale();
  let rows: Drawing["rows"] = [];
  let rowAt = new Map<number, number>();

  function show(drawing: Drawing): void {
    const isSameWindow =
      rows.length > 0 && rows[0]?.time === drawing.rows[0]?.time && rows.length === drawing.rows.length;
    rows = drawing.rows;
    rowAt = new Map(rows.map(({ time }, index) => [time, index]));
    const colours = readColours();
    paintFrame(chart, colours, rows);
    painter.paint(drawing, colours);
    if (!isSameWindow) scale.fitContent();
  }

  function pointAt(row: number | null): void {
    const found = row === null ? undefined : rows[row];
    const target = found === undefined ? undefined : painter.findTarget(found);
    if (found === undefined || target === undefined) chart.clearCrosshairPosition();
    else chart.setCrosshairPosition(target.value, asTime(found.time), target.series);
  }

  function zoom(factor: number, around: number | null): void {
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const most = rows.length;
    const shown = Math.min(most, Math.max(6, (range.to - range.from) * factor));
    const middle = around ?? range.to - shown / 2;
    const from = Math.min(Math.max(-0.5, middle - shown / 2), most - shown);
    scale.setVisibleLogicalRange({ from, to: from + shown });
  }

  show(first);
  chart.subscribeCrosshairMove(({ time }) => onPoint(time === undefined ? null : (rowAt.get(Number(time)) ?? null)));
  return { show, pointAt, zoom, remove: () => chart.remove() };
}
