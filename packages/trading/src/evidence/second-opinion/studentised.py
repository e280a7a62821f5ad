"""A second opinion on block-bootstrap.ts: the same studentised circular block bootstrap, step by step and without its sums.
Run: python3 studentised.py returns.csv > studentised.csv
Columns: statistic, block length, estimate, error, low, high, one-sided p value; deepest_fall has percentiles and no error."""
import random
import sys
from math import sqrt

RESAMPLES = 4000


def ratio_and_error(blocks, spacing):
    values = [each for block in blocks for each in block]
    count, length = len(values), len(blocks[0])
    mean = sum(values) / count
    deviation = sqrt(sum((each - mean) ** 2 for each in values) / count)
    ratio = mean / deviation
    # The influence of a return on the ratio; its blocks' sums give the long-run variance.
    sums = [sum((each - mean) / deviation - ratio / 2 * (((each - mean) / deviation) ** 2 - 1) for each in block)
            for block in blocks]
    long_run = sum(each ** 2 for each in sums) / len(sums) / length
    return ratio, sqrt(long_run / (len(blocks) * spacing))


def mean_and_error(blocks, spacing):
    values = [each for block in blocks for each in block]
    mean, length = sum(values) / len(values), len(blocks[0])
    long_run = sum(sum(each - mean for each in block) ** 2 for block in blocks) / len(blocks) / length
    return mean, sqrt(long_run / (len(blocks) * spacing))


def deepest_fall(values):
    value, peak, fall = 1.0, 1.0, 0.0
    for each in values:
        value *= 1 + each
        peak = max(peak, value)
        fall = min(fall, value / peak - 1)
    return fall


def quantile(ordered, share):
    rank = (len(ordered) + 1) * share
    below = int(rank)
    return ordered[below - 1] + (rank - below) * (ordered[below] - ordered[below - 1])


def main():
    returns = [float(line) for line in open(sys.argv[1]).read().split()[1:]]
    count = len(returns)
    print("statistic,block,estimate,error,low,high,p")
    for length in (5, 20):
        chance = random.Random(20261128)
        every = [[returns[(start + step) % count] for step in range(length)] for start in range(count)]
        drawn = [[every[chance.randrange(count)] for _ in range(count // length)] for _ in range(RESAMPLES)]
        for name, measure in (("sharpe", ratio_and_error), ("mean", mean_and_error)):
            value, error = measure(every, 1)
            ordered = sorted((each - value) / spread for each, spread in (measure(blocks, length) for blocks in drawn))
            above = sum(each >= value / error for each in ordered)
            low, high = value - error * quantile(ordered, 0.975), value - error * quantile(ordered, 0.025)
            print(f"{name},{length},{value:.8f},{error:.8f},{low:.8f},{high:.8f},{(1 + above) / (RESAMPLES + 1):.5f}")
        falls = sorted(deepest_fall([each for block in blocks for each in block]) for blocks in drawn)
        print(f"deepest_fall,{length},{deepest_fall(returns):.8f},,{quantile(falls, 0.025):.8f},{quantile(falls, 0.975):.8f},")


main()
