import type { setTimeout as realPause } from "node:timers/promises";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { findFlow, type BackgroundTimer } from "./actor.ts";

const timersPromises = createRequire(import.meta.url)("node:timers/promises") as {
  setTimeout: typeof realPause;
};

/**
 * Gives the code of actors their own time, until the returned function is called: `new Date()` and `Date.now()` follow the
 * actor's clock, a pause is a step, and an interval fires when the scheduler lets it. Code outside of actors has real time.
 */
export function giveActorsTheirTime(): () => void {
  const real = { Date, setInterval, clearInterval, pause: timersPromises.setTimeout };
  const readMs = (): number => findFlow()?.actor.nowMs() ?? real.Date.now();

  globalThis.Date = new Proxy(real.Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [readMs()] : given, newTarget) as object,
    get: (target, name, receiver): unknown => (name === "now" ? readMs : Reflect.get(target, name, receiver)),
  });

  const findActor = () => {
    const actor = findFlow()?.actor;
    return actor?.isGated && actor.hasOtherSteps ? actor : null;
  };
  timersPromises.setTimeout = (async (ms = 1, value?: unknown, options = {}) => {
    const actor = findActor();
    if (!actor) return real.pause(ms, value, options);
    await actor.pause(ms, options);
    return value;
  }) as typeof timersPromises.setTimeout;
  syncBuiltinESMExports();

  /** The actors' own timers, by the handles that their code has. */
  const timers = new WeakMap<object, () => void>();
  globalThis.setInterval = ((work: () => void, ms = 1, ...given: []) => {
    const actor = findActor();
    if (!actor) return real.setInterval(work, ms, ...given);
    const timer: BackgroundTimer = actor.repeat(ms, work);
    timers.set(timer, () => actor.timers.delete(timer));
    return timer;
  }) as unknown as typeof setInterval;
  globalThis.clearInterval = ((handle: NodeJS.Timeout | undefined) => {
    const stop = handle === undefined ? undefined : timers.get(handle);
    if (stop) stop();
    else real.clearInterval(handle);
  }) as typeof clearInterval;

  return () => {
    globalThis.Date = real.Date;
    globalThis.setInterval = real.setInterval;
    globalThis.clearInterval = real.clearInterval;
    timersPromises.setTimeout = real.pause;
    syncBuiltinESMExports();
  };
}
