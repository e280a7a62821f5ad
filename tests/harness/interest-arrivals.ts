import type { RailDifference, RailStatements } from "@wazi/contracts";
import type { TestAnswer, TestApp, TestClient } from "./test-app.ts";

export const TODAY = new Date().toISOString().slice(0, 10);
/** Days since 1970. */
export const TODAY_NUMBER = Date.parse(TODAY) / 86_400_000;
export const toDay = (number: number): string => new Date(number * 86_400_000).toISOString().slice(0, 10);

let files = 0;

/** Imports a line of a bank statement, and returns the difference that it makes. */
export async function importLine(
  { admin }: Pick<TestApp, "admin">,
  amount: string,
  currencyCode = "USD",
): Promise<RailDifference> {
  files += 1;
  const text = `Line ${files} of a test`;
  const columns = { date: "Date", amount: "Amount", currencyCode, text: ["Text"] };
  const file = { account: `Bank ${currencyCode}`, kind: "bank", format: "csv", fileName: `bank-${files}.csv`, columns };
  const content = Buffer.from(`Date,Amount,Text\n${TODAY},${amount},${text}\n`).toString("base64");
  const answer = await admin.call("POST", "/api/admin/rail-statements", { ...file, content });
  if (answer.status !== 201) throw new Error(`importing failed: ${answer.text}`);
  const { body } = await admin.call("GET", "/api/admin/rail-statements");
  const { differences } = body as RailStatements;
  const found = differences.find(({ summary }) => summary.includes(`bank-${files}.csv`));
  if (!found) throw new Error(`no difference of the line: ${JSON.stringify(differences)}`);
  return found;
}

export const proposeInterest = (
  client: TestClient,
  { account, key }: RailDifference,
  days: { paidFrom?: string; paidUntil?: string },
): Promise<TestAnswer> =>
  client.call("POST", "/api/admin/rail-statements/decisions", {
    ...{ account, key, note: "Interest of the money market account.", kind: "interest", ...days },
  });

export const approve = (client: TestClient, { body }: TestAnswer): Promise<TestAnswer> => {
  const { id } = (body as { proposal: { id: string } }).proposal;
  return client.call("POST", `/api/admin/rail-statements/decisions/${id}/approve`);
};

/** Lets an amount arrive that was paid for this many days until today. */
export async function letInterestArrive(
  test: TestApp,
  second: TestClient,
  amount: string,
  days: number,
): Promise<void> {
  const paid = { paidFrom: toDay(TODAY_NUMBER - days + 1), paidUntil: TODAY };
  const proposed = await proposeInterest(test.admin, await importLine(test, amount), paid);
  const approved = await approve(second, proposed);
  if (approved.status !== 204) throw new Error(`approving failed: ${proposed.text} ${approved.text}`);
}
