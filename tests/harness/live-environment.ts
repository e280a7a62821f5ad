/** The account key m/44'/0'/0' of the words "abandon … about", which documentation prints. Live mode refuses it. */
export const PUBLISHED_XPUB =
  "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj";

/** An account key of the tests' own, whose words are not kept. */
const XPUB =
  "xpub6C58qdzVQrFHK5PuJ1e1hTqou5PJp5gQ81koUN5kSgCepXUidUTQda57N5eiaT5rN9wMuGRv51nEayvW22BfYkibQW56Gz3YuZVRACADGio";

/** All variables that live mode needs besides its feed and its broker. */
export const operatorEnvironment = {
  WAZI_MODE: "live",
  OPERATOR_NAME: "Wazi Ltd",
  OPERATOR_REGULATOR: "CMA",
  OPERATOR_LICENCE: "123",
  COUNTRIES_SERVED: "Kenya",
  KYC_REQUIRED_FOR: "deposit",
  DEPOSIT_XPUB_BTC: XPUB,
  DEPOSIT_XPUB_LTC: XPUB,
  DEPOSIT_XPUB_ETH: XPUB,
  DEPOSIT_XPUB_TRON: XPUB,
  PUBLIC_ORIGIN: "https://wazi.example",
  TRUST_PROXY: "loopback",
  ADMIN_ALONE_DAILY_LIMIT: "5000",
};

/** All variables that live mode needs. */
export const liveEnvironment = {
  ...operatorEnvironment,
  MARKET_FEED: "ccxt:kraken",
  BROKER: "ccxt:krakenfutures",
  LIVE_ORDERS: "on",
  CCXT_API_KEY: "a-key",
  CCXT_SECRET: "hunter2-and-some-more",
};
