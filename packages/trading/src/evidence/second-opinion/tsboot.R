# The stationary block bootstrap of R's package boot, as a second opinion on stationary-bootstrap.ts.
# Run: Rscript tsboot.R returns.csv > tsboot.csv. Columns: statistic, mean block length, estimate, low, high (95 %, percentiles).
library(boot)
arguments <- commandArgs(trailingOnly = TRUE)
returns <- read.csv(arguments[1])$return
measure <- function(series) {
  growth <- cumprod(1 + series)
  peaks <- cummax(c(1, growth))[-1]
  c(sharpe = mean(series) / sd(series), mean = mean(series), deepest_fall = min(growth / peaks - 1))
}
cat("statistic,block,estimate,low,high\n")
for (block in c(5, 20)) {
  set.seed(20261122)
  resampled <- tsboot(returns, measure, R = 1000, l = block, sim = "geom")
  for (index in 1:3) {
    limits <- boot.ci(resampled, conf = 0.95, type = "perc", index = index)$percent[4:5]
    cat(sprintf("%s,%d,%.8f,%.8f,%.8f\n", names(resampled$t0)[index], block, resampled$t0[index], limits[1], limits[2]))
  }
}
