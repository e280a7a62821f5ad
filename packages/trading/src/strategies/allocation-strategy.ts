import type { ParameterDeclaration } from "./strategy.ts";

/** Returns of months that have ended, the oldest first: fractions, the same months in every list. */
export interface ClosedMonths {
  /** One list for each part. */
  readonly parts: readonly ArrayLike<number>[];
  /** NaN for a month without a rate. */
  readonly bills: ArrayLike<number>;
}

/**
 * Target weights of the parts, as fractions of the nav, in the order of `closed.parts`; below 0 short. The rest of the nav is
 * in bills. NaN says that a rate of bills is missing: then the rule does not decide. A rule decides at the close of the last market day of a month, and `closed` ends with that month.
 * @throws RangeError when there are fewer months than the rule needs
 */
export type WeightRule = (closed: ClosedMonths) => readonly number[];

/**
 * A figure by which a rule decides on a part, a fraction: `trend` is what it earned more than bills, `change` how its price
 * moved, `average` how far its value is above its mean, `swing` the yearly volatility of its excess returns.
 */
export interface PartFigure {
  readonly kind: "trend" | "change" | "average" | "swing";
  readonly value: number;
  /** The months that it covers. */
  readonly months: number;
}

/** The figures of each part, in the order of `closed.parts`, from what the weights are computed from. */
export type ExplainRule = (closed: ClosedMonths) => readonly (readonly PartFigure[])[];

/**
 * A rule that spreads the nav over all instruments of a bot. It decides once a month, at the close of the last market day, on
 * months whose price is the mean of their daily closes; its orders are the differences to what the bot holds.
 */
export interface AllocationStrategy {
  readonly name: string;
  /** The heading of its chapter in docs/explanation/strategies.md; left out when the strategy was not written for bots. */
  readonly family?: string;
  /** The rule in a few sentences, for people. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>;
  readonly needs?: undefined;
  /** The closed months that the rule needs before its first decision. */
  readonly months: number;
  readonly weigh: WeightRule;
  /** Left out for a rule that reads no figures. */
  readonly explain?: ExplainRule;
}
