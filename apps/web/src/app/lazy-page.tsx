import { use, type ComponentType } from "react";

/** A page in a chunk of its own, that can be sent for before it is shown. */
export interface LazyPage<Props> {
  Page: ComponentType<Props>;
  /** Resolves once the page can be shown without waiting. */
  preload: () => Promise<void>;
}

/** The source files of the pages sent for so far; noted only while pages are made at build time. */
export const loadedSources = new Set<string>();

/**
 * As React's `lazy`, but a page that has already arrived is shown at once, without a fallback in between. The source
 * file's name is put in by the build that makes pages, which tells by it what a page's markup has to come with.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  source?: string,
): LazyPage<Props> {
  let arriving: Promise<ComponentType<Props>> | undefined;

  function arrive(): Promise<ComponentType<Props>> {
    if (arriving !== undefined) return arriving;
    const loading: Promise<ComponentType<Props>> = load().then((module) => module.default);
    loading.then(
      // Read by `use`, which then shows the page without waiting once more.
      (page) => Object.assign(loading, { status: "fulfilled", value: page }),
      () => {
        arriving = undefined;
      },
    );
    arriving = loading;
    return loading;
  }

  async function preload(): Promise<void> {
    if (import.meta.env.SSR && source !== undefined) loadedSources.add(source);
    await arrive();
  }

  function Page(props: Props) {
    const Arrived = use(arrive());
    return <Arrived {...props} />;
  }

  return { Page, preload };
}
