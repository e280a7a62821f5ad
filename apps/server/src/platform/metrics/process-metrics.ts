import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ConnectionCounts } from "../db/pool.ts";

/** Upper bounds of the answer times, in seconds. */
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const MS_PER_SECOND = 1_000;

export interface ProcessMetrics {
  registry: Registry;
  recordAnswer(answer: { method: string; route: string; status: number; ms: number }): void;
  /** Adds whether this process is connected to NATS, if it uses NATS. */
  watchNats(isConnected: () => boolean): void;
}

/** Creates the metrics that this process counts itself: answers, connections, memory, event loop. */
export function createProcessMetrics(
  labels: { version: string; role: string },
  countConnections: () => ConnectionCounts[],
): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: "wazi_build_info",
    help: "Always 1; the labels say the version and the role of the process.",
    labelNames: ["version", "role"],
    registers,
  }).set(labels, 1);
  const answers = new Counter({
    name: "wazi_http_requests_total",
    help: "Answers of the API by method, route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "wazi_http_request_seconds",
    help: "Time of the API's answers by method and route.",
    labelNames: ["method", "route"],
    buckets: ANSWER_SECONDS,
    registers,
  });
  new Gauge({
    name: "wazi_database_connections",
    help: "Connections to the database by pool and state. waiting: statements that wait for one.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { pool, open, idle, waiting } of countConnections()) {
        this.set({ pool, state: "busy" }, open - idle);
        this.set({ pool, state: "idle" }, idle);
        this.set({ pool, state: "waiting" }, waiting);
      }
    },
  });
  return {
    registry,
    watchNats: (isConnected) => addNatsGauge(registry, isConnected),
    recordAnswer({ method, route, status, ms }) {
      answers.inc({ method, route, status });
      seconds.observe({ method, route }, ms / MS_PER_SECOND);
    },
  };
}

function addNatsGauge(registry: Registry, isConnected: () => boolean): void {
  new Gauge({
    name: "wazi_nats_connected",
    help: "1 while this process is connected to NATS, and reads its stream if it listens.",
    registers: [registry],
    collect() {
      this.set(isConnected() ? 1 : 0);
    },
  });
}
