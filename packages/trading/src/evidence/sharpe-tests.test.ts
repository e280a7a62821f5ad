import { describe, expect, it } from "vitest";
import {
  computeDeflatedSharpe,
  computeExpectedMaximum,
  computeLeastCount,
  computeNormalProbability,
  computeProbabilisticSharpe,
  computeSharpeError,
  findNormalQuantile,
} from "./sharpe-tests.ts";

describe("normal distribution", () => {
  // R 4.2: pnorm(c(-8, -3, -1.96, 0, 0.5, 2, 5)) and qnorm(c(1e-10, 0.025, 0.3, 0.95, 0.999999))
  it.each([
    [-8, 6.220960574271785e-16],
    [-3, 0.001349898031630095],
    [-1.96, 0.02499789514822949],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [2, 0.9772498680518208],
    [5, 0.9999997133484281],
  ])("has the probability of R's pnorm at %s", (z, expected) => {
    expect(computeNormalProbability(z) / expected).toBeCloseTo(1, 12);
  });

  it.each([
    [1e-10, -6.361340902404056],
    [0.025, -1.959963984540054],
    [0.3, -0.5244005127080407],
    [0.95, 1.644853626951472],
    [0.999999, 4.753424308817087],
  ])("has the quantile of R's qnorm at %s", (p, expected) => {
    expect(findNormalQuantile(p)).toBeCloseTo(expected, 9);
  });
});

describe("probabilistic Sharpe ratio and minimum track record length", () => {
  // Bailey and López de Prado (2012): a fund with 24 monthly returns, a ratio of 0.458 a month, skewness −2.448, kurtosis 10.164.
  const fund = { sharpe: 0.458, count: 24, skewness: -2.448, kurtosis: 10.164 };

  it("is 0.982 for the fund of the paper with normal returns, and 0.913 with its own", () => {
    expect(computeProbabilisticSharpe({ ...fund, skewness: 0, kurtosis: 3 })).toBeCloseTo(0.982, 3);
    expect(computeProbabilisticSharpe(fund)).toBeCloseTo(0.913, 3);
  });

  it.each([
    ["daily", 252, 2.73],
    ["weekly", 52, 2.83],
    ["monthly", 12, 3.24],
  ])(
    "needs the years of the paper to show that an annual ratio of 2 is above 1 with %s returns",
    (_, perYear, years) => {
      const sharpe = 2 / Math.sqrt(perYear);
      const count = computeLeastCount({ sharpe, skewness: 0, kurtosis: 3 }, 1 / Math.sqrt(perYear));
      expect((count ?? NaN) / perYear).toBeCloseTo(years, 2);
    },
  );

  it("needs 4.99 years with the skewness and kurtosis of hedge funds, 54 % more than normal monthly returns", () => {
    const sharpe = 2 / Math.sqrt(12);
    const threshold = 1 / Math.sqrt(12);
    const count = computeLeastCount({ sharpe, skewness: -0.72, kurtosis: 5.78 }, threshold) ?? NaN;
    expect(count / 12).toBeCloseTo(4.99, 2);
    expect(count / (computeLeastCount({ sharpe, skewness: 0, kurtosis: 3 }, threshold) ?? NaN)).toBeCloseTo(1.54, 2);
  });

  it("is the length at which the probability reaches 0.95", () => {
    const sample = { sharpe: 0.04, skewness: -0.4, kurtosis: 7 };
    const count = computeLeastCount(sample) ?? NaN;
    expect(computeProbabilisticSharpe({ ...sample, count })).toBeCloseTo(0.95, 9);
  });

  it("needs about (1.645 / SR)² years, and does not exist for a ratio of 0 or less", () => {
    const perDay = 0.5 / Math.sqrt(252);
    expect((computeLeastCount({ sharpe: perDay, skewness: 0, kurtosis: 3 }) ?? NaN) / 252).toBeCloseTo(10.83, 1);
    expect(computeLeastCount({ sharpe: 0, skewness: 0, kurtosis: 3 })).toBeNull();
    expect(computeLeastCount({ sharpe: -0.1, skewness: 0, kurtosis: 3 })).toBeNull();
  });
});

describe("deflated Sharpe ratio", () => {
  // The example of Bailey and López de Prado (2014): 5 years of 250 days, an annual ratio of 2.5, skewness −3, kurtosis 10,
  // found among 100 trials whose annual ratios have a variance of 0.5.
  const found = { sharpe: 2.5 / Math.sqrt(250), count: 1_250, skewness: -3, kurtosis: 10 };
  const variance = 0.5 / 250;

  it("expects a highest ratio of 0.1132 a day among 100 trials without skill", () => {
    expect(computeExpectedMaximum(100, variance)).toBeCloseTo(0.1132, 4);
  });

  it("is 0.9004 with 100 trials and 0.9505 with 46", () => {
    expect(computeDeflatedSharpe(found, 100, variance)).toBeCloseTo(0.9004, 3);
    expect(computeDeflatedSharpe(found, 46, variance)).toBeCloseTo(0.9505, 3);
  });

  it("is 0.9505 with 88 trials when the returns are normal", () => {
    expect(computeDeflatedSharpe({ ...found, skewness: 0, kurtosis: 3 }, 88, variance)).toBeCloseTo(0.9505, 3);
  });

  it("is the probabilistic ratio for a single trial", () => {
    expect(computeDeflatedSharpe(found, 1, variance)).toBe(computeProbabilisticSharpe(found));
  });
});

describe("standard error of a Sharpe ratio", () => {
  // Lo (2002), table 1: asymptotic standard errors for independent returns.
  it.each([
    [0.5, 12, 0.306],
    [0.5, 60, 0.137],
    [1, 24, 0.25],
    [1, 125, 0.11],
    [2, 36, 0.289],
    [3, 500, 0.105],
  ])("is that of Lo's table for a ratio of %s and %s returns", (sharpe, count, expected) => {
    expect(computeSharpeError(sharpe, count)).toBeCloseTo(expected, 3);
  });
});
