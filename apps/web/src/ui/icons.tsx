import { classNames } from "../lib/class-names.ts";

/**
 * Icons drawn with one line on a grid of 24. They appear beside text or in labelled buttons, so they are hidden from
 * screen readers.
 */
const paths = {
  back: "M20 12H5M11 6l-6 6 6 6",
  chat: "M4 5h16v11H11l-5 4v-4H4Z",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h11v11H9ZM15 9V4H4v11h5",
  eye: "M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500C19 16.500 15.700 18.500 12 18.500S5 16.500 2.500 12ZM12 9.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5Z",
  "eye-off":
    "M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500C19 16.500 15.700 18.500 12 18.500S5 16.500 2.500 12ZM4 20 20 4",
  in: "M12 4v11M7 10.500l5 5 5-5M5 20h14",
  key: "M15.5 4a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM12.3 11.7 4 20M7 17l2.5 2.5",
  lock: "M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z",
  out: "M12 15.500V4.500M7 9.500l5-5 5 5M5 20h14",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  "sign-out": "M10 4H5v16h5M10 12h10M16 8l4 4-4 4",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
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
