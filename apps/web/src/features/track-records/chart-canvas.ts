import {
  AreaSeries,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineSeries,
  TickMarkType,
  type AutoscaleInfo,
  type IChartApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts";
import { truncatePercent, type ChartPoint, type PriceBar, type TradeMark } from "./chart-points.ts";

export interface EquityDrawing {
  kind: "equity";
  returns: readonly ChartPoint[];
  drawdown: readonly ChartPoint[];
  held: readonly ChartPoint[];
}

export interface PriceDrawing {
  kind: "prices";
  bars: readonly PriceBar[];
  marks: readonly TradeMark[];
  /** Decimal places of the price. */
  places: number;
}

export type Drawing = EquityDrawing | PriceDrawing;

export interface DrawnChart {
  /** Redraws with new data or colours and keeps the visible range. */
  show: (drawing: Drawing) => void;
  /** Moves by a number of bars; negative moves into the past. */
  move: (bars: number) => void;
  /** Changes the number of visible bars by a factor. */
  zoom: (factor: number) => void;
  remove: () => void;
}

/** The number of bars that can be told apart on a phone. */
const SHOWN_BARS = 120;

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
    gain: token("gain"),
    loss: token("loss"),
    surface: token("surface"),
    ink: token("ink"),
  };
}

type Colours = ReturnType<typeof readColours>;

const asTime = (time: number): UTCTimestamp => time as UTCTimestamp;
const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric" });
const clockFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const wholeFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

const toDate = (time: Time): Date => new Date(Number(time) * 1000);

function formatTick(time: Time, type: TickMarkType): string {
  if (type === TickMarkType.Year || type === TickMarkType.Month) return monthFormat.format(toDate(time));
  return (type === TickMarkType.DayOfMonth ? dayFormat : clockFormat).format(toDate(time));
}

function createFrame(container: HTMLElement): IChartApi {
  return createChart(container, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 12, fontFamily: getComputedStyle(document.body).fontFamily },
    localization: { timeFormatter: (time: Time) => wholeFormat.format(toDate(time)) },
    timeScale: { timeVisible: true, secondsVisible: false, tickMarkFormatter: formatTick, borderVisible: false },
    rightPriceScale: { borderVisible: false },
    // Vertical gestures and the wheel scroll the page; horizontal gestures move the chart.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: false },
  });
}

function paintFrame(chart: IChartApi, { muted, line, surface, outline, ink }: Colours): void {
  const crosshair = { color: outline, labelBackgroundColor: ink };
  chart.applyOptions({
    layout: {
      background: { color: surface },
      textColor: muted,
      panes: { separatorColor: line, separatorHoverColor: line, enableResize: false },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: line } },
    crosshair: { vertLine: crosshair, horzLine: crosshair },
  });
}

const percentFormat = { type: "custom", formatter: truncatePercent, minMove: 0.01 } as const;
/** The drawdown pane always reaches at least this low. */
const LEAST_FALL = -0.1;

function drawEquity(chart: IChartApi): (drawing: EquityDrawing, colours: Colours) => void {
  const plain = { priceFormat: percentFormat, priceLineVisible: false, lineWidth: 2 } as const;
  const held = chart.addSeries(LineSeries, { ...plain, lineStyle: 2, lastValueVisible: false });
  const returns = chart.addSeries(LineSeries, plain);
  const drawdown = chart.addSeries(
    AreaSeries,
    {
      ...plain,
      invertFilledArea: true,
      lastValueVisible: false,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
        const deepest = original()?.priceRange?.minValue ?? 0;
        return { priceRange: { minValue: Math.min(deepest, LEAST_FALL), maxValue: 0 } };
      },
    },
    1,
  );
  drawdown.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.1 } });
  chart.panes()[0]?.setStretchFactor(3);
  chart.panes()[1]?.setStretchFactor(1);
  const pointsOf = (points: readonly ChartPoint[]) => points.map(({ time, value }) => ({ time: asTime(time), value }));
  return (drawing, { primary, accent, loss }) => {
    returns.applyOptions({ color: primary });
    held.applyOptions({ color: accent });
    drawdown.applyOptions({ lineColor: loss, topColor: `${loss}40`, bottomColor: `${loss}40` });
    held.setData(pointsOf(drawing.held));
    returns.setData(pointsOf(drawing.returns));
    drawdown.setData(pointsOf(drawing.drawdown));
  };
}

function toMarker({ time, kind, won }: TradeMark, { primary, gain, loss, ink }: Colours): SeriesMarker<Time> {
  if (kind === "closed") {
    return { time: asTime(time), position: "aboveBar", shape: "circle", size: 0.7, color: won ? gain : loss };
  }
  const isBuy = kind === "bought";
  return {
    time: asTime(time),
    position: isBuy ? "belowBar" : "aboveBar",
    shape: isBuy ? "arrowUp" : "arrowDown",
    color: isBuy ? primary : ink,
  };
}

function drawPrices(chart: IChartApi): (drawing: PriceDrawing, colours: Colours) => void {
  const candles = chart.addSeries(CandlestickSeries, { priceLineVisible: false, borderVisible: false });
  const markers = createSeriesMarkers<Time>(candles);
  return ({ bars, marks, places }, colours) => {
    const { gain, loss } = colours;
    candles.applyOptions({
      upColor: gain,
      downColor: loss,
      wickUpColor: gain,
      wickDownColor: loss,
      priceFormat: { type: "price", precision: places, minMove: 10 ** -places },
    });
    candles.setData(bars.map((bar) => ({ ...bar, time: asTime(bar.time) })));
    markers.setMarkers(marks.map((mark) => toMarker(mark, colours)));
  };
}

export function drawChart(container: HTMLElement, first: Drawing): DrawnChart {
  const chart = createFrame(container);
  const equity = first.kind === "equity" ? drawEquity(chart) : null;
  const prices = first.kind === "prices" ? drawPrices(chart) : null;
  const scale = chart.timeScale();

  function show(drawing: Drawing): void {
    const colours = readColours();
    paintFrame(chart, colours);
    if (drawing.kind === "equity") equity?.(drawing, colours);
    else prices?.(drawing, colours);
  }

  function zoom(factor: number): void {
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const shown = Math.max(4, (range.to - range.from) * factor);
    scale.setVisibleLogicalRange({ from: range.to - shown, to: range.to });
  }

  show(first);
  if (first.kind === "equity") scale.fitContent();
  else {
    const last = first.bars.length;
    scale.setVisibleLogicalRange({ from: Math.max(-1, last - SHOWN_BARS), to: last + 2 });
  }
  return {
    show,
    zoom,
    move: (bars) => scale.scrollToPosition(scale.scrollPosition() + bars, false),
    remove: () => chart.remove(),
  };
}
