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
  eye: "M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12ZM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  "eye-off": "M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5C19 16.5 15.7 18.5 12 18.5S5 16.5 2.5 12ZM4 20 20 4",
  in: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  key: "M15.5 4a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM12.3 11.7 4 20M7 17l2.5 2.5",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  out: "M12 15.5V4.5M7 9.5l5-5 5 5M5 20h14",
  pulse: "M3 12h4l3-7 4 14 3-7h4",
  "sign-out": "M10 4H5v16h5M10 12h10M16 8l4 4-4 4",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
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
