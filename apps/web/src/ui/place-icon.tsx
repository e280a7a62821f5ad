import { classNames } from "../lib/class-names.ts";

/** The icons of places behind sign-in, apart from the others so that visitors do not download them. */
const paths = {
  bell: "M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 20.5h4",
  home: "M4 11 12 4l8 7M6 9.5V20h12V9.5",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  wallet: "M4 7h15v12H4ZM4 7l11-3v3M15.5 13h.01",
} as const;

export type PlaceIconName = keyof typeof paths;

export function PlaceIcon({ name, className = "size-5.5" }: { name: PlaceIconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames("shrink-0 fill-none stroke-current stroke-[1.9]", className)}
    >
      <path d={paths[name]} />
    </svg>
  );
}
