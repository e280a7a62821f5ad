import { use, type ComponentType } from "react";

/** A page in a chunk of its own, that can be sent for before it is shown. */
export interface LazyPage<Props> {
  Page: ComponentType<Props>;
  /** Resolves once the page can be shown without waiting. */
  preload: () => Promise<void>;
}

/** The source files of the pages sent for so far; noted only while pages are made at build time. */
export const sentFor = new Set<string>();

/**
 * As React's `lazy`, but a page that has already arrived is shown at once, without a fallback in between. The source
 * file's name is put in by the build that makes pages, which tells by it what a page's markup has to come with.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  source?: string,
): LazyPage<Props> {
  let arrived: ComponentType<Props> | undefined;
  let arriving: Promise<void> | undefined;

  function preload(): Promise<void> {
    if (import.meta.env.SSR && source !== undefined) sentFor.add(source);
    arriving ??= load().then(
      (module) => {
        arrived = module.default;
      },
      (error: unknown) => {
        arriving = undefined;
        throw error;
      },
    );
    return arriving;
  }

  function Page(props: Props) {
    if (arrived === undefined) use(preload());
    const Arrived = arrived as unknown as ComponentType<Props>;
    return <Arrived {...props} />;
  }

  return { Page, preload };
}
