import type { Browser } from "playwright-core";
import { cleanPage, openPage, type Screen, type WatchedPage } from "./browser.ts";

/**
 * Lends the tests of a file their pages, each in its own browser context. A page that is given back is cleaned and lent
 * again: loading the app in a new context takes the browser more than twice as long, because it compiles every script.
 */
export interface PagePool {
  take(screen: Screen): Promise<WatchedPage>;
  giveBack(watched: WatchedPage): Promise<void>;
  close(): Promise<void>;
}

export function createPagePool(browser: Browser, origin: string): PagePool {
  const idle = new Map<string, WatchedPage[]>();
  const screens = new WeakMap<WatchedPage, Screen>();
  const marked = new WeakSet<WatchedPage>();

  const idleWith = (screen: Screen): WatchedPage[] => {
    const key = JSON.stringify(screen);
    const known = idle.get(key) ?? [];
    idle.set(key, known);
    return known;
  };

  return {
    async take(screen) {
      const known = idleWith(screen).pop();
      if (known !== undefined) return known;
      const watched = await openPage(browser, origin, screen);
      screens.set(watched, screen);
      // A clock that was moved forward stays ahead of the server's.
      if (screen.javaScript === false || screen.hasClock) marked.add(watched);
      onLastingChange(watched, () => marked.add(watched));
      return watched;
    },
    async giveBack(watched) {
      const screen = screens.get(watched);
      const isUsable = screen !== undefined && !marked.has(watched) && !watched.page.isClosed();
      if (!isUsable || !(await cleanPage(watched, screen))) return watched.context.close();
      idleWith(screen).push(watched);
    },
    async close() {
      await Promise.all([...idle.values()].flat().map(({ context }) => context.close()));
    },
  };
}

/** Calls back before the page gets a script or a clock that stays with it when it loads another document. */
function onLastingChange({ page }: WatchedPage, callBack: () => void): void {
  const addScript = page.addInitScript.bind(page);
  const installClock = page.clock.install.bind(page.clock);
  page.addInitScript = (...given) => {
    callBack();
    return addScript(...given);
  };
  page.clock.install = (...given) => {
    callBack();
    return installClock(...given);
  };
}
