import { workedFigures as worked } from "./worked-figures.ts";

/** A figure, explained with the example year. */
export interface FigureText {
  /** Its place on the page: /how-to-read#id. */
  id: string;
  name: string;
  meaning: string;
  working: readonly string[];
  result: string;
  /** What to watch out for. */
  watch: string;
}

export interface FigureGroup {
  title: string;
  intro: string;
  figures: readonly FigureText[];
}

const minus = (value: number): string => (value < 0 ? `−${Math.abs(value)}` : String(value));
const SHARPE_RANGE = `${minus(worked.sharpeLow)} to ${minus(worked.sharpeHigh)}`;

export const figureGroups: readonly FigureGroup[] = [
  {
    title: "What happened",
    intro: "These figures describe the past. They are exact, and they say little about the future.",
    figures: [
      {
        id: "return",
        name: "Return",
        meaning: "How much the money grew or shrank over the whole period, after trading costs.",
        working: [`$${worked.start} became $${worked.end}.`, `${worked.end} ÷ ${worked.start} − 1`],
        result: `+${worked.returnPct}%`,
        watch:
          "Always ask: over which period, on which prices, and after which costs? All three stand beside the figure.",
      },
      {
        id: "unit-price",
        name: "Unit price",
        meaning:
          "Each bot is a pool of units. A unit starts at 1. Each closed trade moves its price, equally for every investor.",
        working: ["The unit cost 1.0000 at the start.", `Your ${worked.start} units are now worth $${worked.end}.`],
        result: worked.unitPrice,
        watch: "Your own return depends on the unit price when you joined, not on the bot's first day.",
      },
      {
        id: "buy-and-hold",
        name: "Buy and hold, and cash",
        meaning:
          "What the same money would have earned without the bot: by buying the same market and waiting, or by earning interest.",
        working: [
          `The market rose by ${worked.heldPct}% in the year.`,
          `Cash earned ${worked.cashMonthPct}% a month, ${worked.cashPct}% in the year.`,
        ],
        result: `+${worked.heldPct}% and +${worked.cashPct}%`,
        watch: "A bot that earns less than buy and hold can still be useful if it falls less deeply. Compare both.",
      },
      {
        id: "excess-return",
        name: "Return over cash",
        meaning: "What the bot earned per year beyond cash. Only this part pays you for the risk.",
        working: [
          `Average month: +${worked.meanMonthPct}% over cash.`,
          `Times 12 months. 95% range: ${worked.excessLowPct}% to +${worked.excessHighPct}%.`,
        ],
        result: `+${worked.excessPct}% a year`,
        watch: "Below 0, cash would have been better.",
      },
      {
        id: "win-rate",
        name: "Win rate",
        meaning: "The share of closed trades that ended with a gain.",
        working: [`${worked.wins} of ${worked.months} trades gained.`],
        result: `${worked.winRatePct}%`,
        watch:
          "A high win rate does not mean a profit. Nine small gains and one large loss are a win rate of 90% and can lose money.",
      },
      {
        id: "profit-factor",
        name: "Profit factor",
        meaning: "All gains divided by all losses. Above 1, the gains were larger.",
        working: [
          `Gains: ${worked.gainsPct}%. Losses: ${worked.lossesPct}%.`,
          `${worked.gainsPct} ÷ ${worked.lossesPct}`,
        ],
        result: worked.profitFactor,
        watch: "With few trades, one lucky trade decides it.",
      },
      {
        id: "drawdown",
        name: "Drawdown",
        meaning: "The fall from the highest point so far. The deepest one is the worst that an investor went through.",
        working: [`Highest before it: $${worked.peak}. Then it fell to $${worked.low}.`],
        result: `−${worked.drawdownPct}%`,
        watch: "The deepest fall is usually still to come. Expect a deeper one than the record shows.",
      },
      {
        id: "costs",
        name: "Costs",
        meaning:
          "Every trade pays the spread (buying is dearer than selling), the commission and, overnight, financing. All returns here are after costs.",
        working: [
          `Each trade cost ${worked.costPct}%: ${worked.months} trades, ${worked.costsPct}% a year.`,
          `Without costs: $${worked.withoutCosts}. With costs: $${worked.end}.`,
        ],
        result: `$${worked.costsTook} a year on $${worked.start}`,
        watch:
          "A bot that trades often must win more to earn the same. Wazi's share of a profit is not part of this figure.",
      },
    ],
  },
  {
    title: "What it proves",
    intro: "Could luck alone have done it? These figures answer that question.",
    figures: [
      {
        id: "sharpe",
        name: "Sharpe ratio and its range",
        meaning:
          "The return over cash, divided by how much it swings, per year. The range says where the true ratio probably is: if the year were repeated, 95 of 100 ranges like this would contain it.",
        working: [
          `Average month over cash: ${worked.meanMonthPct}%. Usual swing: ${worked.deviationMonthPct}%.`,
          `${worked.meanMonthPct} ÷ ${worked.deviationMonthPct} = ${worked.monthSharpe} a month, times √12 for a year.`,
        ],
        result: `${worked.sharpe} [${SHARPE_RANGE}]`,
        watch: "Read the range, not the figure. If it includes 0, luck alone explains the record.",
      },
      {
        id: "years",
        name: "Years needed, years missing",
        meaning: "How long the record would have to be before the same ratio could be told apart from luck.",
        working: [
          `At a ratio of ${worked.sharpe}, ${worked.monthsNeeded} months are needed: ${worked.yearsNeeded} years.`,
          "The record has 1 year.",
        ],
        result: `${worked.yearsMissing} years missing`,
        watch: "This is why a good year proves nothing. At a ratio of 0.5, about 11 years are needed.",
      },
      {
        id: "deflated",
        name: "Deflated Sharpe ratio",
        meaning:
          "Whoever tries many settings finds a good one by luck. This is the probability that the result is better than luck, after counting all settings that were tried.",
        working: [
          `${worked.tried} settings were tried.`,
          `The best of ${worked.tried} without any skill would be expected to reach ${worked.luckySharpe}. The example has ${worked.sharpe}.`,
        ],
        result: `${worked.deflatedPct}%`,
        watch: "From 95%, the number of tries no longer explains the result.",
      },
      {
        id: "overfitting",
        name: "Probability of overfitting",
        meaning:
          "Time is cut into halves in many ways. How often is the setting that was best in one half below average in the other?",
        working: [
          `${worked.cuts} ways to cut 16 pieces of time into two halves.`,
          `In ${worked.worseCuts} of them, the best setting was below the middle afterwards.`,
        ],
        result: `${worked.overfittingPct}%`,
        watch: "Around 50%, choosing the best setting was no better than picking one at random.",
      },
      {
        id: "halves",
        name: "First half, second half",
        meaning: "The same figures for the two halves of the record alone. A real edge shows in both.",
        working: ["One year is too short: each half needs at least 250 trading days."],
        result: "Not known",
        watch: "If all of the gain is in one half, ask what happened there.",
      },
    ],
  },
  {
    title: "Where the figures come from",
    intro: "A figure without its source is worth nothing. Each one here has a tag.",
    figures: [
      {
        id: "backtest",
        name: "BACKTEST",
        meaning:
          "The bot's rule was run over real past prices with all costs. Nobody invested. It is the best that is known until the bot has a record of its own.",
        working: [
          "Shown with its dates, costs and verdict.",
          "A fingerprint (hash) of the prices, code and settings is kept.",
        ],
        result: "Not a record",
        watch:
          "A backtest can be chosen with hindsight. The deflated ratio and the overfitting figure measure how much.",
      },
      {
        id: "own-record",
        name: "Own record",
        meaning:
          "From 30 closed trades on this platform, a bot's own trades replace the backtest. The tag says which prices they were made on: SIMULATED, REPLAY or LIVE.",
        working: [`The example has ${worked.months} trades. It would still show its backtest.`],
        result: `${worked.months} of 30 trades`,
        watch: "Thirty trades are enough to show a figure, not to prove an edge.",
      },
    ],
  },
];

/** The rule behind each verdict. */
export const verdicts = [
  {
    name: "No evidence of an edge",
    rule: "The 95% range of the Sharpe ratio includes 0, or there is too little data for a range. Luck explains the record.",
  },
  {
    name: "Weak evidence",
    rule: "The whole range is above 0. The number of settings tried, or one of the halves, still leaves doubt.",
  },
  {
    name: "Evidence in both halves",
    rule: "The whole range is above 0, the deflated Sharpe ratio is at least 95%, and each half alone points the same way.",
  },
] as const;
