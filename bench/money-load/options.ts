/** Reads `--name=123` from the command line. */
export function readNumber(name: string, fallback: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? fallback : Number(given.slice(name.length + 3));
}

/** Returns the middle of the values. */
export function findMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));
