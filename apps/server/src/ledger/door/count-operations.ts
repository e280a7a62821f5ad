import { Counter, type Registry } from "prom-client";
import type { Door } from "./post.ts";

/** An operation without a ledger transaction, such as a request or an opening of a trade. */
const NO_TRANSACTION = "request";

/**
 * Adds the metric of the ledger's door.
 * @param registry undefined where nothing is counted
 * @returns a function that makes a door count its operations by kind and result
 */
export function createOperationCounter(registry: Registry | undefined): (door: Door) => Door {
  if (registry === undefined) return (door) => door;
  const operations = new Counter({
    name: "wazi_money_operations_total",
    help: "Operations at the ledger's door by kind and result. moved: decided again; answered: another process was first.",
    labelNames: ["kind", "result"],
    registers: [registry],
  });
  return (door) => ({
    async post(operation) {
      const kind = operation.transaction?.kind ?? NO_TRANSACTION;
      try {
        const result = await door.post(operation);
        operations.inc({ kind, result });
        return result;
      } catch (error) {
        operations.inc({ kind, result: "failed" });
        throw error;
      }
    },
  });
}
