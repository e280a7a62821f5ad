const BLOCKS = "▁▂▃▄▅▆▇█";

/** Draws values as a line of blocks. Each column shows the last value of its part; the block heights span the range. */
export function formatSparkline(values: Float64Array, columns: number): string {
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
