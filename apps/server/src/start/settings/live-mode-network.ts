import { isIP } from "node:net";
import { isLoopback, isPublicAddress } from "../../platform/base/network-addresses.ts";

/** The settings that say what live mode talks to, and with what. Undefined: not set. */
interface NetworkValues {
  privateHosts: readonly string[] | undefined;
  metricsPort: number | undefined;
  metricsHost: string;
  mpesaUrl: string;
  mpesaShortCode: string | undefined;
  mpesaCallbackSecret: string | undefined;
  b2cUrl: string;
  b2cCallbackSecret: string | undefined;
  flutterwaveSecretKey: string | undefined;
  flutterwaveSecretHash: string | undefined;
  paystackSecretKey: string | undefined;
  payoutSignerUrl: string | undefined;
  payoutSignerToken: string | undefined;
  payoutBtcAddress: string | undefined;
  payoutLtcAddress: string | undefined;
  chainEthUrl: string | undefined;
  chainTronUrl: string | undefined;
  chainBtcUrl: string | undefined;
  chainLtcUrl: string | undefined;
  twelvedataApiKey: string | undefined;
  twelvedataUrl: string;
  ccxtUrl: string | undefined;
  alpacaKeyId: string | undefined;
  alpacaUrl: string | undefined;
  s3Endpoint: string | undefined;
}

/** The parts of the names of providers' test systems and of test networks. */
const TEST_SYSTEM = /(^|[.-])(sandbox|testnet\d?|sepolia|holesky|hoodi|goerli|shasta|nile|paper)([.-]|$)/;
/** The paybill number of everyone's tests at Safaricom. */
const MPESA_TEST_SHORT_CODE = "174379";
const MIN_SECRET = 24;
/** A random text of 24 letters and digits has about 20 different ones. */
const MIN_DIFFERENT = 10;

/** Checks that live mode talks to real systems, over encrypted or private connections, with secrets of its own. One line for each problem. */
export function checkLiveModeNetwork(values: NetworkValues): string[] {
  return [
    ...checkAddresses(values),
    ...checkMetrics(values),
    ...checkTestKeys(values),
    ...checkCallbackSecrets(values),
  ];
}

function checkAddresses(values: NetworkValues): string[] {
  const addresses = {
    CHAIN_ETH_URL: values.chainEthUrl,
    CHAIN_TRON_URL: values.chainTronUrl,
    CHAIN_BTC_URL: values.chainBtcUrl,
    CHAIN_LTC_URL: values.chainLtcUrl,
    MPESA_URL: values.mpesaUrl,
    MPESA_B2C_URL: values.b2cUrl,
    PAYOUT_SIGNER_URL: values.payoutSignerUrl,
    TWELVEDATA_URL: values.twelvedataUrl,
    CCXT_URL: values.ccxtUrl,
    ALPACA_URL: values.alpacaUrl,
    S3_ENDPOINT: values.s3Endpoint,
  };
  return Object.entries(addresses).flatMap(([variable, address]) => {
    if (address === undefined) return [];
    const { protocol, hostname } = new URL(address);
    if (TEST_SYSTEM.test(hostname)) {
      return [
        `${variable} is a test system, which moves no real money. Allowed in live mode: the provider's own system.`,
      ];
    }
    if (protocol === "https:" || isOwn(hostname, values.privateHosts)) return [];
    return [
      `${variable} does not use TLS, so anyone on the way can read and change what is sent. Allowed in live mode: https://<host>, or a host that PRIVATE_HOSTS names.`,
    ];
  });
}

/** This machine, or a host that the operator has named. */
function isOwn(hostname: string, privateHosts: readonly string[] = []): boolean {
  return isLoopback(hostname) || privateHosts.includes(hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase());
}

/** An address of all interfaces counts as public, unless the operator has listed it. */
function checkMetrics({ metricsPort, metricsHost, privateHosts }: NetworkValues): string[] {
  const isInside = isIP(metricsHost) !== 0 && !/^(0\.|::$)/.test(metricsHost) && !isPublicAddress(metricsHost);
  if (metricsPort === undefined || isInside || isOwn(metricsHost, privateHosts)) return [];
  return [
    "METRICS_HOST may be reached from outside, and metrics need no sign-in. Allowed in live mode: a loopback or private address, or one that PRIVATE_HOSTS names.",
  ];
}

function checkTestKeys(values: NetworkValues): string[] {
  const tests = {
    PAYSTACK_SECRET_KEY: values.paystackSecretKey?.startsWith("sk_test_"),
    FLUTTERWAVE_SECRET_KEY: values.flutterwaveSecretKey?.startsWith("FLWSECK_TEST"),
    MPESA_SHORTCODE: values.mpesaShortCode === MPESA_TEST_SHORT_CODE,
    ALPACA_KEY_ID: values.alpacaKeyId?.startsWith("PK"),
    TWELVEDATA_API_KEY: values.twelvedataApiKey === "demo",
    PAYOUT_BTC_ADDRESS: values.payoutBtcAddress?.startsWith("tb1"),
    PAYOUT_LTC_ADDRESS: values.payoutLtcAddress?.startsWith("tltc1"),
  };
  return Object.entries(tests).flatMap(([variable, isTest]) =>
    isTest === true ? [`${variable} is for tests. Live mode needs your own.`] : [],
  );
}

/** Anyone who knows one of them can report a payment that was never made. */
function checkCallbackSecrets(values: NetworkValues): string[] {
  const secrets = {
    MPESA_CALLBACK_SECRET: values.mpesaCallbackSecret,
    MPESA_B2C_CALLBACK_SECRET: values.b2cCallbackSecret,
    FLUTTERWAVE_SECRET_HASH: values.flutterwaveSecretHash,
    PAYOUT_SIGNER_TOKEN: values.payoutSignerToken,
  };
  return Object.entries(secrets).flatMap(([variable, secret]) => {
    if (secret === undefined || (secret.length >= MIN_SECRET && new Set(secret).size >= MIN_DIFFERENT)) return [];
    return [
      `${variable} is too easy to guess for live mode. Allowed: at least ${MIN_SECRET} random characters, as printed by openssl rand -hex 24.`,
    ];
  });
}
