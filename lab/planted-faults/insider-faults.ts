import type { PlantedFault } from "./planted-fault.ts";

const drill = ["tests/races/insider-drill.test.ts"];

/** The worst holes that insiders had, opened again, and one that the drill itself has found. */
export const insiderFaults: readonly PlantedFault[] = [
  {
    id: "far-rate-takes-effect-at-once",
    kind: "insider",
    file: "apps/server/src/withdrawals/payouts/set-local-rate.ts",
    text: "const isNear = await isNearAnchor(tx, { ...body, percent: FREE_RATE_CHANGE_PCT });",
    replacement:
      "const isNear = (await isNearAnchor(tx, { ...body, percent: FREE_RATE_CHANGE_PCT })) === null ? null : true;",
    tests: drill,
  },
  {
    id: "credit-without-a-hash-does-not-count",
    kind: "insider",
    file: "apps/server/src/deposits/requests/settle-deposit.ts",
    text: "    counted: amount,\n",
    replacement: "    counted: input.transactionHash === null ? (0n as Cents) : amount,\n",
    tests: drill,
  },
  {
    id: "acts-at-once-share-the-rest-of-the-limit",
    kind: "insider",
    file: "apps/server/src/ledger/acts/acts-alone.ts",
    text: "limit === null ? {} : { actedAlone: [{ adminId, since, amount: actedAlone }] };",
    replacement: "limit === null || actedAlone !== '' ? {} : { actedAlone: [{ adminId, since, amount: actedAlone }] };",
    tests: drill,
  },
  {
    id: "payment-is-declared-unpaid-without-a-limit",
    kind: "insider",
    file: "apps/server/src/withdrawals/payouts/resolve-payout.ts",
    text: "control: await readAloneControl(deps.sql, { ...whose, now, rule: deps.aloneRule }),",
    replacement:
      "control: { ...(await readAloneControl(deps.sql, { ...whose, now, rule: deps.aloneRule })), limit: null },",
    tests: drill,
  },
  {
    id: "appointer-and-appointed-decide-together",
    kind: "insider",
    file: "apps/server/src/platform/db/functions/acts.sql",
    text: "greatest(eligible_from(second), appointer_waits_until(second, first), appointer_waits_until(first, second))",
    replacement: "eligible_from(second)",
    tests: drill,
  },
  {
    id: "confirmation-covers-a-second-payment",
    kind: "insider",
    file: "apps/server/src/withdrawals/requests/store.ts",
    text: "and (p.state = 'unknown' or",
    replacement: "and p.id is null and (p.state = 'unknown' or",
    tests: drill,
  },
];
