import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { checkLeaves, type LiabilitiesLeaf } from "@wazi/proofs";
import { checkReserves, formatReserveMessage, isSignedBy, type ReservesLeaf } from "@wazi/proofs/reserves";
import type { ReservesFile } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { takeSnapshot } from "../../proofs/liabilities/take-snapshot.ts";
import type { LogSigner } from "../../proofs/log/log-signer.ts";
import { openOwnSigner } from "../../../../../tests/harness/log-key.ts";
import { updateLog } from "../../proofs/log/run-log.ts";
import { signBip322 } from "./fake-bip322.ts";
import { createFakeWallet } from "./fake-wallet.ts";
import { makeReserveMessage, recordBrokerStatement, recordSignature } from "./record-reserves.ts";
import { takeReserves, type Balance, type ReserveChain } from "./take-reserves.ts";

const SECOND_CHECKER = fileURLToPath(new URL("../../../../../tests/harness/second-checker.py", import.meta.url));
const DAY = "2026-11-23";
const wallet = createFakeWallet();

/** Texts with their signatures from BIP-322's test vectors for P2WPKH. */
const bip322: [string, string][] = [
  [
    "",
    "AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
  ],
  [
    "Hello World",
    "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
  ],
];

describe("the reserves of a day", () => {
  let app: TestApp;
  let signer: LogSigner;
  const now = (): Date => new Date(`${DAY}T00:00:20Z`);
  const rates: Readonly<Record<string, string>> = {
    ETH: "3000.12000000",
    USDT: "1",
    USD: "1",
    KES: "0.007735000000",
    BTC: "90000",
    LTC: "80.5",
  };
  const block = { height: 21_000_000, hash: `0x${"ab".repeat(32)}` };
  const createChain = (network: ReserveChain["network"], balances: Balance[]): ReserveChain => ({
    network,
    readBalances: (addresses) => Promise.resolve({ block, balances: addresses.map(() => balances) }),
  });
  const chains = [
    createChain("ERC20", [
      { currency: "ETH", amount: "0.123456789012345678" },
      { currency: "USDT", amount: "500.500000" },
      { currency: "USDC", amount: "0.000000" },
    ]),
    createChain("TRC20", [
      { currency: "TRX", amount: "1000.000000" },
      { currency: "USDT", amount: "10.000000" },
    ]),
    createChain("LTC", [{ currency: "LTC", amount: "0.10000000" }]),
    createChain("BTC", [{ currency: "BTC", amount: "0.00010000" }]),
  ];
  const take = (isPaper = false): Promise<boolean> =>
    takeReserves({
      sql: app.sql,
      now,
      isPaper,
      chains,
      findRate: (currency) => Promise.resolve(rates[currency] ?? null),
    });
  const update = (): Promise<void> => updateLog(app.sql, signer, (note) => Promise.resolve(note));
  const readFile = async (): Promise<ReservesFile | null> =>
    (await app.visitor().call("GET", "/api/public/reserves")).body;

  beforeAll(async () => {
    app = await startTestApp();
    signer = await openOwnSigner(app.sql, { dataDir: app.dataDir });
    await app.funded("1500.00");
    await update();
  });
  afterAll(() => app.close());

  it("has no reserves before the day's liabilities", async () => {
    expect(await take()).toBe(false);
    expect(await readFile()).toBeNull();
  });

  it("takes a signature of the address's key over the dated text only", async () => {
    const text = await makeReserveMessage({ sql: app.sql, now, isTest: false }, wallet.address);
    expect(text).toBe(`Reserves of ${signer.origin}\nAddress: ${wallet.address.toLowerCase()}\nDate: ${DAY}`);
    const record = (signature: string, signedOn = DAY, of = wallet.address): Promise<void> =>
      recordSignature({ sql: app.sql, now, isTest: false }, { address: of, signedOn, signature });
    const signature = wallet.sign(text);
    await expect(record(createFakeWallet().sign(text))).rejects.toThrow("not of this address");
    await expect(record(wallet.sign(`${text}.`))).rejects.toThrow("not of this address");
    await expect(record(signature.slice(0, -2))).rejects.toThrow("not of this address");
    await expect(record(signature, "2026-10-01")).rejects.toThrow("last 31 days");
    await expect(record(signature, "2026-11-24")).rejects.toThrow("last 31 days");
    await expect(record(signature, DAY, wallet.address.toLowerCase().replace("0x", "0X"))).rejects.toThrow(
      "typing mistakes",
    );
    await record(signature);
    await expect(record(signature)).rejects.toThrow("recorded already");
  });

  it("takes signatures of addresses of Tron, Bitcoin and Litecoin with one key", async () => {
    const deps = { sql: app.sql, now, isTest: false };
    for (const network of ["TRC20", "BTC", "LTC"] as const) {
      const { address, sign } = createFakeWallet(undefined, network);
      const text = await makeReserveMessage(deps, address);
      expect(text).toContain(`Address: ${address}\n`);
      const other = createFakeWallet(undefined, network).sign(text);
      const record = (signature: string): Promise<void> => recordSignature(deps, { address, signedOn: DAY, signature });
      await expect(record(other)).rejects.toThrow("not of this address");
      await expect(record("text")).rejects.toThrow("not of this address");
      await record(sign(text));
    }
    const key = randomBytes(32);
    const { address } = createFakeWallet(key, "BTC");
    const signature = signBip322(key, address, await makeReserveMessage(deps, address));
    await recordSignature(deps, { address, signedOn: DAY, signature });
    const severalKeys = [
      "bc1qeklep85ntjz4605drds6aww9u0qr46qzrv5xswd35uhjuj8ahfcqgf6hak",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
      "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    ];
    for (const address of severalKeys)
      await expect(makeReserveMessage(deps, address), address).rejects.toThrow("must be of one key");
    expect(await makeReserveMessage({ ...deps, isTest: true }, severalKeys[3] ?? "")).toContain("tb1q");
  });

  it("adds signed addresses at a block and statements, and shows that they do not cover what is owed", async () => {
    const day = (text: string, changes: object = {}) => {
      const file = createHash("sha256")
        .update(JSON.stringify([text, changes]))
        .digest("hex");
      return { account: text, currency: "USD", amount: "250.10", asOf: "2026-11-20", file, ...changes };
    };
    await recordBrokerStatement({ sql: app.sql }, day("Broker 1"));
    await recordBrokerStatement({ sql: app.sql }, day("Broker 1", { amount: "300", asOf: "2026-11-01" }));
    await recordBrokerStatement({ sql: app.sql }, day("Too old", { asOf: "2026-10-01" }));
    await recordBrokerStatement({ sql: app.sql }, day("Without a rate", { currency: "EUR" }));
    await recordBrokerStatement({ sql: app.sql }, day("Overdrawn", { amount: "-12.34", currency: "KES" }));
    await importBankStatement("10000.50");
    await takeSnapshot({ sql: app.sql, now, computeLosingPct: () => Promise.resolve(null) });
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
    expect(await readFile()).toBeNull();
    await update();
    const file = (await readFile()) as ReservesFile;
    const leaf = JSON.parse(file.leaves[0]?.leaf ?? "{}") as ReservesLeaf;
    const values = leaf.statements.map(({ account, value }) => [account, value]);
    expect(values).toEqual([
      ["Broker 1", "25010"],
      ["KCB 001", "7735"],
      ["Overdrawn", "-9"],
    ]);
    // Tron's own coin has no rate, and does not count.
    expect(leaf.addresses.map(({ network, holdings }) => [network, ...holdings.map(({ value }) => value)])).toEqual([
      ["ERC20", "37038", "50050"],
      ["TRC20", "1000"],
      ["LTC", "805"],
      ["BTC", "900"],
      ["BTC", "900"],
    ]);
    expect(leaf).toMatchObject({ isPaper: false, owed: "150000", total: "123429", coveragePct: "82.28" });
    expect(leaf.addresses[0]).toMatchObject({ address: wallet.address, block: "21000000", signedOn: DAY });
  });

  /** A statement with a closing balance, as an administrator imports it. */
  async function importBankStatement(closing: string): Promise<void> {
    const text = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-22</Dt></Dt></Bal>
      <Ntry><Amt Ccy="KES">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-22</Dt></BookgDt></Ntry>
      </Stmt></BkToCstmrStmt></Document>`;
    const answer = await app.admin.call("POST", "/api/admin/rail-statements", {
      account: "KCB 001",
      kind: "bank",
      format: "camt053",
      fileName: "november.xml",
      content: Buffer.from(text).toString("base64"),
    });
    expect(answer.status, answer.text).toBe(201);
  }

  it("is checked by two checkers, which find every change", async () => {
    const file = (await readFile()) as ReservesFile;
    const check = async (given: ReservesFile): Promise<void> => {
      const { origin } = await checkLeaves(given, signer.publicKey);
      const [reserves, owed] = given.leaves.map(({ leaf }) => JSON.parse(leaf) as unknown);
      checkReserves(reserves as ReservesLeaf, owed as LiabilitiesLeaf, origin);
    };
    await check(file);
    const changed = (change: (leaf: ReservesLeaf) => unknown): ReservesFile => {
      const copy = structuredClone(file);
      const [first] = copy.leaves;
      const leaf = JSON.parse(first?.leaf ?? "{}") as ReservesLeaf;
      change(leaf);
      if (first) first.leaf = JSON.stringify(leaf);
      return copy;
    };
    // Without the log's proof, what the figures themselves say.
    const alone = (given: ReservesFile): void =>
      checkReserves(
        JSON.parse(given.leaves[0]?.leaf ?? "") as ReservesLeaf,
        JSON.parse(given.leaves[1]?.leaf ?? "") as LiabilitiesLeaf,
        signer.origin,
      );
    const wrong: [ReservesFile, RegExp][] = [
      [changed((leaf) => (leaf.total = "999999999")), /total or the coverage/],
      [changed((leaf) => (leaf.coveragePct = "600.00")), /total or the coverage/],
      [changed((leaf) => (leaf.owed = "1")), /not the total of that day/],
      [changed((leaf) => (leaf.day = "2026-11-22")), /not the total of that day/],
      [changed(({ addresses: [first] }) => first && (first.address = createFakeWallet().address)), /not signed/],
      [changed(({ addresses: [first] }) => first && (first.signedOn = "2026-11-22")), /not signed/],
      ...[1, 2, 3, 4].map((at): [ReservesFile, RegExp] => [
        changed(({ addresses }) => addresses[at] && (addresses[at].signedOn = "2026-11-22")),
        /not signed/,
      ]),
      [changed(({ addresses }) => addresses[3] && (addresses[3].network = "LTC")), /not signed/],
      [changed(({ addresses }) => addresses.push(...addresses)), /counted twice/],
      [changed(({ statements }) => statements.push(...statements)), /counted twice/],
      [changed(({ statements: [first] }) => first && (first.value = "25011")), /at its rate/],
      [changed(({ statements: [first] }) => first && (first.asOf = "2026-10-22")), /too old/],
    ];
    for (const [given, says] of wrong) {
      expect(() => alone(given)).toThrow(says);
      await expect(check(given)).rejects.toThrow("is not in the log");
    }
    const input = JSON.stringify({ key: signer.publicKey, files: [file, ...wrong.map(([given]) => given)] });
    const answers = JSON.parse(execFileSync("python3", [SECOND_CHECKER], { input, encoding: "utf8" })) as string[];
    expect(answers.map((each) => each.slice(0, 5))).toEqual(["ok", ...wrong.map(() => "wrong")]);
  });

  it("says in demo mode that money is paper", async () => {
    const later = (): Date => new Date("2026-11-24T00:00:20Z");
    await takeSnapshot({ sql: app.sql, now: later, computeLosingPct: () => Promise.resolve(null) });
    const deps = { sql: app.sql, now: later, chains: [], findRate: () => Promise.resolve(null) };
    expect(await takeReserves({ ...deps, isPaper: true })).toBe(true);
    await update();
    const leaf = JSON.parse((await readFile())?.leaves[0]?.leaf ?? "{}") as ReservesLeaf;
    expect(leaf).toMatchObject({ isPaper: true, day: "2026-11-24", total: "0", coveragePct: "0.00", addresses: [] });
  });

  it.each([
    "update reserve_days set document = '{}'",
    "update reserve_signatures set signed_on = signed_on",
    "update reserve_statements set amount = 1",
    "delete from reserve_days",
    "delete from reserve_signatures",
    "delete from reserve_statements",
  ])("cannot be changed later: %s", async (statement) => {
    await expect(app.sql.unsafe(statement)).rejects.toThrow(/permission denied|only appended/);
  });
});

describe("a signed message", () => {
  it("names the log, the address, and the day; an address of Ethereum in lower case", () => {
    expect(formatReserveMessage("wazi.example/log/1", "0xAB", DAY)).toBe(
      "Reserves of wazi.example/log/1\nAddress: 0xab\nDate: 2026-11-23",
    );
    expect(formatReserveMessage("log", "TUEZ", DAY)).toContain("Address: TUEZ\n");
  });

  it("of Ethereum is the one of a wallet: the vector of ethers.js", () => {
    // docs.ethers.org, "Signing messages": the first of its accounts signs "Hello World".
    const key = Buffer.from("0123456789012345678901234567890123456789012345678901234567890123", "hex");
    const signature = createFakeWallet(key).sign("Hello World");
    expect(isSignedBy("ERC20", "0x14791697260E4c9A71f18484C9f997B308e59325", "Hello World", signature, false)).toBe(
      true,
    );
  });

  it("of Tron is the one of a wallet: the vector of blockchain_utils", () => {
    // github.com/mrtnetwork/blockchain_utils, test/signer/tron_test.dart.
    const key = Buffer.from("43985273a3d94eb753fe6acfd7003e88254effce1eb53e2e97b8522558a98038", "hex");
    const signature =
      "fde00bc33d78109bc61de314c1c0526a047e22a2aaae473ca84b32d8aa35ed3e03720e05d614087e3d8c6fae63879755b32aa08818a2d4de66fee1a617a971671b";
    const { address, sign } = createFakeWallet(key, "TRC20");
    expect(sign("message")).toBe(`0x${signature}`);
    expect(isSignedBy("TRC20", address, "message", signature, false)).toBe(true);
    expect(isSignedBy("TRC20", address, "messages", signature, false)).toBe(false);
  });

  it.each(bip322)("of Bitcoin in the form of BIP-322 is the one of its vectors: %j", (text, signature) => {
    const address = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l";
    expect(isSignedBy("BTC", address, text, signature, false)).toBe(true);
    expect(isSignedBy("BTC", address, `${text}.`, signature, false)).toBe(false);
    expect(isSignedBy("LTC", address, text, signature, false)).toBe(false);
    const bytes = Buffer.from(signature, "base64");
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(isSignedBy("BTC", address, text, bytes.toString("base64"), false)).toBe(false);
    for (const wrong of ["", "AkcwRAIg", signature.slice(0, -8)])
      expect(() => isSignedBy("BTC", address, text, wrong, false)).toThrow("not a BIP-322 signature");
  });
});
