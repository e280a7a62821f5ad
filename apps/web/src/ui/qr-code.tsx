import { encode } from "uqr";

/** The blank border that QR readers need, in modules. */
const QUIET_ZONE = 4;

/** A QR code, dark on light in both themes, because many readers cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-sm border border-line bg-code-paper"
    >
      <path d={dark.join("")} className="fill-code-ink" />
    </svg>
  );
}
