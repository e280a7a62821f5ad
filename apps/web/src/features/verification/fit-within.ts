interface Size {
  width: number;
  height: number;
}

/** A picture's size in whole pixels with its long side at most `longest`; a smaller one stays as it is. */
export function fitWithin({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
