import { expect, it } from "vitest";
import { ApiError } from "../../lib/api-client.ts";
import { type DecisionState, runDecisions } from "./bulk-dialog.tsx";

const rows = ["a", "b", "c"].map((id) => ({ id }));

async function run(decide: (id: string) => Promise<string>) {
  const states: Record<string, DecisionState> = {};
  const order: string[] = [];
  await runDecisions(
    rows,
    ({ id }) => {
      order.push(id);
      return decide(id);
    },
    (id, state) => {
      states[id] = state;
    },
  );
  return { states, order };
}

const refusal = (status: number, message: string) => new ApiError(status, JSON.stringify({ message }));

it("decides one after the other, and says so of each", async () => {
  const { states, order } = await run((id) => Promise.resolve(`${id} is done`));
  expect(order).toEqual(["a", "b", "c"]);
  expect(states["b"]).toEqual({ kind: "done", text: "b is done" });
});

it("goes on after a refusal, and keeps its reason", async () => {
  const { states } = await run((id) =>
    id === "b" ? Promise.reject(refusal(409, "Someone else decided.")) : Promise.resolve("done"),
  );
  expect(states).toMatchObject({
    a: { kind: "done" },
    b: { kind: "failed", text: "Someone else decided.", mayBeDone: false },
    c: { kind: "done" },
  });
});

it.each([
  ["no answer", new TypeError("fetch failed"), true],
  ["a server error", refusal(503, "Busy."), true],
  ["no session", refusal(401, "Please sign in."), false],
  ["a declined proof", new ApiError(403, '{"code":"STEP_UP_REQUIRED"}'), false],
])("tries nothing more after %s", async (_what, failure, mayBeDone) => {
  const { states, order } = await run(() => Promise.reject(failure));
  expect(order).toEqual(["a"]);
  expect(states).toMatchObject({
    a: { kind: "failed", mayBeDone },
    b: { kind: "not-tried" },
    c: { kind: "not-tried" },
  });
});
