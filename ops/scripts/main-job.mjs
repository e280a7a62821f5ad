import { setTimeout as sleep } from "node:timers/promises";

const ANSWER_MS = 30_000;
const POLL_MS = 500;
const UNAVAILABLE = 503;
const BUSY_WITHIN_MS = 60_000;
/**
 * At the highest speed of the simulated market, the bots together close a trade about every half minute, at random: one time in fifty,
 * the first takes longer than three minutes.
 */
const TRADE_WITHIN_MS = 600_000;
const BOTS = 8;
const ALLOCATED = "100";

/**
 * The main job of the product over HTTP, as an investor and the first administrator do it: sign up, deposit, approve, activate,
 * trade, withdraw.
 * @param admin e-mail and password
 * @returns how many trades were closed
 * @throws an error that names the first step that failed
 */
export async function doMainJob(address, admin) {
  const investor = createSession(address);
  const administrator = createSession(address);
  const email = `amina-${Date.now()}@example.com`;
  const password = "Correct-h0rse!";
  await investor("sign up", "POST", "/api/auth/signup", {
    ...{ firstName: "Amina", lastName: "Otieno", email, password, confirmPassword: password },
    ...{ phone: "+254712345678", country: "Kenya", birthday: "1990-05-17" },
  });
  const form = { amount: "1000", currency: "USDT", network: "TRC20" };
  const deposit = await investor("deposit", "POST", "/api/user/deposits", form);
  await administrator("sign in", "POST", "/api/auth/signin", admin);
  await administrator("approve", "POST", `/api/admin/deposits/${deposit.id}/approve`, { status: "completed" });
  const bots = (await investor("list bots", "GET", "/api/bots")).slice(0, BOTS);
  for (const { id } of bots)
    await investor("activate", "POST", "/api/user/bots/activate", { botId: id, allocatedAmount: ALLOCATED });
  const trades = await waitForTrade(() => investor("trade", "GET", "/api/user/trades"));
  for (const { id } of bots) await investor("deactivate", "POST", "/api/user/bots/deactivate", { botId: id });
  await withdraw(investor, administrator);
  return trades.length;
}

async function withdraw(investor, administrator) {
  const { balance } = await readAccount(investor);
  const asked = await investor("withdraw", "POST", "/api/user/withdrawals", {
    ...{ amount: balance, withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" },
  });
  const paid = { status: "completed", transactionHash: `QK${Date.now()}` };
  await administrator("pay out", "POST", `/api/admin/withdrawals/${asked.id}/approve`, paid);
  const { balance: left, withdrawalHold } = await readAccount(investor);
  if (Number(left) !== 0 || Number(withdrawalHold) !== 0)
    throw new Error(`withdraw: ${balance} was paid out, and ${left} with a hold of ${withdrawalHold} is left`);
}

async function readAccount(investor) {
  return (await investor("read the account", "GET", "/api/auth/user")).account;
}

async function waitForTrade(readTrades) {
  const deadline = performance.now() + TRADE_WITHIN_MS;
  for (;;) {
    const trades = await readTrades();
    if (trades.length > 0) return trades;
    if (performance.now() > deadline) throw new Error(`trade: no bot closed a trade within ${TRADE_WITHIN_MS} ms`);
    await sleep(POLL_MS);
  }
}

/** A session that keeps its cookies. Its calls throw unless the answer is a success. */
function createSession(address) {
  const cookies = new Map();
  return async (step, method, path, body) => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { cookie, ...(body && { "content-type": "application/json" }) };
    const answer = await ask(`${address}${path}`, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${step}: ${method} ${path} was answered with ${answer.status}: ${text}`);
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    return JSON.parse(text);
  };
}

/** Asks again while the answer is to try again in a moment, as of a market that has no price yet. */
async function ask(url, request) {
  const deadline = performance.now() + BUSY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.status !== UNAVAILABLE || performance.now() > deadline) return answer;
    await sleep(POLL_MS);
  }
}
