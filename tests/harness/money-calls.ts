import type { AccountFigures, Deposit, ErrorBody, UserBot, Withdrawal } from "@wazi/contracts";
import { mpesa, usdt } from "./money-forms.ts";
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from "./test-app.ts";

export { mpesa, usdt };

/** Two instances of the server on one database, each with its own connections and door. */
export interface Twins {
  one: TestApp;
  two: TestApp;
  /** One session through both instances. */
  both(client: TestClient): readonly [TestClient, TestClient];
  close(): Promise<void>;
}

export async function startTwins(): Promise<Twins> {
  const one = await startTestApp();
  const two = await startTestApp(one.database);
  return {
    one,
    two,
    both: (client) => [client.through(one), client.through(two)],
    async close() {
      await two.close();
      await one.close();
    },
  };
}

/** Makes `count` calls at once, alternating between the sessions. */
export function atOnce(
  count: number,
  clients: readonly TestClient[],
  call: (client: TestClient, index: number) => Promise<TestAnswer>,
): Promise<TestAnswer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(clients[index % clients.length]!, index)));
}

export const isSuccess = ({ status }: TestAnswer): boolean => status >= 200 && status < 300;
export const errorOf = (answer: TestAnswer): ErrorBody => answer.body;
export const toCents = (amount: string): bigint => BigInt(amount.replace(".", ""));

/** Counts the answers by status. */
export function statusCounts(answers: readonly TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns the body of a success. @throws Error with the answer otherwise */
function bodyOf<T>(answer: TestAnswer): T {
  if (!isSuccess(answer)) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
}

export async function accountOf(client: TestClient): Promise<AccountFigures> {
  return bodyOf<{ account: AccountFigures }>(await client.call("GET", "/api/auth/user")).account;
}

export async function botsOf(client: TestClient): Promise<UserBot[]> {
  return bodyOf(await client.call("GET", "/api/user/bots"));
}

export async function startDeposit(client: TestClient, amount: unknown): Promise<Deposit> {
  return bodyOf(await client.call("POST", "/api/user/deposits", usdt(amount)));
}

export async function startWithdrawal(client: TestClient, amount: unknown): Promise<Withdrawal> {
  return bodyOf(await client.call("POST", "/api/user/withdrawals", mpesa(amount)));
}

export function settleDeposit(admin: TestClient, id: string, body: object): Promise<TestAnswer> {
  return admin.call("POST", `/api/admin/deposits/${id}/approve`, body);
}

export function creditLateDeposit(admin: TestClient, id: string, body: object): Promise<TestAnswer> {
  return admin.call("POST", `/api/admin/deposits/${id}/late-credit`, body);
}

export function deleteWithdrawal(admin: TestClient, id: string, headers = {}): Promise<TestAnswer> {
  return admin.call("DELETE", `/api/admin/withdrawals/${id}`, undefined, headers);
}

export function settleWithdrawal(admin: TestClient, id: string, body: object): Promise<TestAnswer> {
  return admin.call("POST", `/api/admin/withdrawals/${id}/approve`, body);
}

export function activate(client: TestClient, botId: string | undefined, allocatedAmount: unknown): Promise<TestAnswer> {
  return client.call("POST", "/api/user/bots/activate", { botId, allocatedAmount });
}

export function deactivate(client: TestClient, botId: string | undefined): Promise<TestAnswer> {
  return client.call("POST", "/api/user/bots/deactivate", { botId });
}

export function transferInvestment(client: TestClient, amount: unknown): Promise<TestAnswer> {
  return client.call("POST", "/api/user/investment/transfer", { amount });
}

export function transferProfit(client: TestClient, amount: unknown): Promise<TestAnswer> {
  return client.call("POST", "/api/user/profit/transfer", { amount });
}

/** Deactivates an investor. @throws Error when it is refused */
export async function deactivateInvestor(admin: TestClient, userId: string): Promise<void> {
  bodyOf(await admin.call("POST", `/api/admin/users/${userId}/deactivate`, {}));
}

/** An investor with $99.99, a cent less than a package needs. */
export async function signUpWithoutPackage(test: Pick<TestApp, "signUp" | "admin">): Promise<TestClient> {
  const investor = await test.signUp();
  const { id } = await startDeposit(investor, "100");
  await settleDeposit(test.admin, id, { status: "completed", receivedAmount: "99.99" });
  return investor;
}
