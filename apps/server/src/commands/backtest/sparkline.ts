const BLOCKS = "▁▂▃▄▅▆▇█";

/** A line of blocks, one for each column, its last value of each stretch; the lowest is the smallest block, the highest the tallest. */
export function sparkline(values: Float64Array, columns: number): string {
  const width = Math.min(columns, values.length);
  const shown = Array.from({ length: width }, (_, column) => {
    return values[Math.floor(((column + 1) * values.length) / width) - 1] ?? NaN;
  });
  const lowest = Math.min(...shown);
  const spread = Math.max(...shown) - lowest;
  return shown
    .map((value) => BLOCKS[spread > 0 ? Math.round(((value - lowest) / spread) * (BLOCKS.length - 1)) : 0])
    .join("");
}

/** How far below its highest so far each value is, as a fraction of that: 0 or below. */
export function drawdownsOf(equity: Float64Array): Float64Array {
  let peak = 0;
  return equity.map((value) => {
    if (value > peak) peak = value;
    return value / peak - 1;
  });
}
