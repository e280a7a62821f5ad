/** A correlation of the daily returns of two symbols: measured from two real series, or assumed. */
export interface RecordedCorrelation {
  readonly symbols: readonly [string, string];
  readonly correlation: number;
  /** The two files that it was measured from (`correlateDailySeries`); without them it is an assumption. */
  readonly files?: readonly [string, string];
}

const fixing = (pair: string): string => `long/forex_${pair}_1d.csv`;
const dow = (symbol: string): string => `long/stocks_${symbol}_1d.csv`;
const SPX = "replay/indices_SPX_1d.csv";
const AAPL = "replay/stocks_AAPL_1d.csv";
const IBM = "stock_ibm_1d.csv";
const GOOG = "GOOG.csv";

/**
 * The correlations that the weights of `market-factors.ts` were fitted to. Those of KO, JNJ and MSFT with one another and
 * with the market are of 1991 to 2001 (the market is the NYSE index there); the others are of the series of docs/reference/figures.
 */
export const recordedCorrelations: readonly RecordedCorrelation[] = [
  { symbols: ["EUR/USD", "GBP/USD"], correlation: 0.66, files: [fixing("EURUSD"), fixing("GBPUSD")] },
  { symbols: ["EUR/USD", "USD/JPY"], correlation: -0.31, files: [fixing("EURUSD"), fixing("USDJPY")] },
  { symbols: ["EUR/USD", "AUD/USD"], correlation: 0.57, files: [fixing("EURUSD"), fixing("AUDUSD")] },
  { symbols: ["EUR/USD", "USD/CHF"], correlation: -0.8, files: [fixing("EURUSD"), fixing("USDCHF")] },
  { symbols: ["GBP/USD", "USD/JPY"], correlation: -0.19, files: [fixing("GBPUSD"), fixing("USDJPY")] },
  { symbols: ["GBP/USD", "AUD/USD"], correlation: 0.56, files: [fixing("GBPUSD"), fixing("AUDUSD")] },
  { symbols: ["GBP/USD", "USD/CHF"], correlation: -0.53, files: [fixing("GBPUSD"), fixing("USDCHF")] },
  { symbols: ["USD/JPY", "AUD/USD"], correlation: -0.12, files: [fixing("USDJPY"), fixing("AUDUSD")] },
  { symbols: ["USD/JPY", "USD/CHF"], correlation: 0.41, files: [fixing("USDJPY"), fixing("USDCHF")] },
  { symbols: ["AUD/USD", "USD/CHF"], correlation: -0.42, files: [fixing("AUDUSD"), fixing("USDCHF")] },
  { symbols: ["BTC/USD", "ETH/USD"], correlation: 0.8 },
  { symbols: ["BTC/USD", "SOL/USD"], correlation: 0.7 },
  { symbols: ["ETH/USD", "XRP/USD"], correlation: 0.7 },
  { symbols: ["BTC/USD", "LTC/USD"], correlation: 0.75 },
  { symbols: ["SPX", "AAPL"], correlation: 0.57, files: [SPX, AAPL] },
  { symbols: ["SPX", "IBM"], correlation: 0.67, files: [SPX, IBM] },
  { symbols: ["SPX", "GOOGL"], correlation: 0.57, files: [SPX, GOOG] },
  { symbols: ["AAPL", "GOOGL"], correlation: 0.48, files: [AAPL, GOOG] },
  { symbols: ["AAPL", "IBM"], correlation: 0.42, files: [AAPL, IBM] },
  { symbols: ["IBM", "GOOGL"], correlation: 0.41, files: [IBM, GOOG] },
  { symbols: ["SPX", "KO"], correlation: 0.48, files: ["long/indices_NYSE_1d.csv", dow("KO")] },
  { symbols: ["SPX", "JNJ"], correlation: 0.49, files: ["long/indices_NYSE_1d.csv", dow("JNJ")] },
  { symbols: ["KO", "JNJ"], correlation: 0.35, files: [dow("KO"), dow("JNJ")] },
  { symbols: ["MSFT", "KO"], correlation: 0.18, files: [dow("MSFT"), dow("KO")] },
  { symbols: ["MSFT", "JNJ"], correlation: 0.22, files: [dow("MSFT"), dow("JNJ")] },
  { symbols: ["SPX", "MSFT"], correlation: 0.55 },
  { symbols: ["SPX", "AMZN"], correlation: 0.55 },
  { symbols: ["SPX", "TSLA"], correlation: 0.45 },
  { symbols: ["SPX", "NASDAQ"], correlation: 0.9 },
  { symbols: ["SPX", "DOW"], correlation: 0.95 },
  { symbols: ["NASDAQ", "DOW"], correlation: 0.8 },
  { symbols: ["GOLD", "OIL"], correlation: 0.27, files: ["commodity_xauusd_1d.csv", "commodity_wti_close_1d.csv"] },
  { symbols: ["GOLD", "SILVER"], correlation: 0.75 },
  { symbols: ["OIL", "SILVER"], correlation: 0.3 },
];
