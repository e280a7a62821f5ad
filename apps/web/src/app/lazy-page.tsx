import { use, type ComponentType } from "react";

/** A page in a chunk of its own that can be loaded before it is shown. */
export interface LazyPage<Props> {
  Page: ComponentType<Props>;
  preload: () => Promise<void>;
}

/** The source files of the pages loaded so far. Only filled while the build renders pages to HTML. */
export const loadedSources = new Set<string>();

/**
 * Like React's `lazy`, but a page that is already loaded is shown at once, without a fallback. The build passes in the
 * name of the source file and uses it to find the scripts and styles of a rendered page.
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
      // `use` reads these fields and shows the page without suspending.
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
    // oxlint-disable-next-line react/static-components -- the promise gives the same component every time
    return <Arrived {...props} />;
  }

  return { Page, preload };
}
