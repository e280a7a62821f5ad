import { describe, expect, it } from "vitest";
import { createWithdrawal } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { parseDestination, type Destination } from "./destination.ts";

function read(fields: object, takesTestNetworks = true): Destination {
  return parseDestination(createWithdrawal.body.parse({ amount: "20", ...fields }), takesTestNetworks);
}

/** The invalid field and its message. */
function refusalOf(fields: object, takesTestNetworks = true): [field: string, message: string] {
  try {
    read(fields, takesTestNetworks);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "VALIDATION") throw error;
    const [field = ""] = Object.keys(error.details.fields ?? {});
    expect(error.details.fields?.[field]).toBe(error.message);
    return [field, error.message];
  }
  throw new Error("It was taken");
}

const WALLET = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const crypto = { withdrawalType: "crypto", currency: "USDT", network: "TRC20", destinationAddress: WALLET };
const bank = {
  withdrawalType: "bank",
  country: "Nigeria",
  bankName: "Any Bank At All",
  accountName: "A. Otieno",
  destinationAddress: "0123456789",
};
const mpesa = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };

describe("a crypto wallet", () => {
  it.each([
    ["USDT", "TRC20", WALLET],
    ["USDT", "ERC20", "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    ["ETH", "ERC20", "0x9858effd232b4033e47d90003d41ec34ecaeda94"],
    ["BTC", "BTC", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    ["LTC", "LTC", "ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh"],
  ])("of %s on %s is stored as typed", (currency, network, destinationAddress) => {
    const { currency: kept, ...rest } = read({ ...crypto, currency, network, destinationAddress }, false);
    expect([kept, rest.network, rest.destinationAddress]).toEqual([currency, network, destinationAddress]);
  });

  it("is required first, then its currency and network, then a valid address", () => {
    expect(refusalOf({ withdrawalType: "crypto" })).toEqual([
      "destinationAddress",
      "Please enter your crypto wallet address",
    ]);
    expect(refusalOf({ ...crypto, currency: "DOGE", destinationAddress: "x" })).toEqual([
      "currency",
      "Please choose a cryptocurrency: USDT, ETH, BTC, LTC",
    ]);
    expect(refusalOf({ ...crypto, network: "BTC", destinationAddress: "x" })).toEqual([
      "network",
      "Please choose a network of USDT: TRC20, ERC20",
    ]);
  });

  it("must belong to its network, and the message shows the format", () => {
    expect(refusalOf({ ...crypto, network: "ERC20" })).toEqual([
      "destinationAddress",
      "Please check the wallet address. On ERC20 it starts with 0x, followed by 40 hexadecimal digits. It must be complete and have no typing mistakes.",
    ]);
    expect(refusalOf({ ...crypto, destinationAddress: WALLET.replace("H", "h") })[0]).toBe("destinationAddress");
  });

  it("may belong to a test network in demo mode only", () => {
    const test = {
      ...crypto,
      currency: "BTC",
      network: "BTC",
      destinationAddress: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    };
    expect(read(test).destinationAddress).toBe(test.destinationAddress);
    expect(refusalOf(test, false)[1]).toContain("bc1, 1 or 3. It");
  });
});

describe("a bank account", () => {
  it("must be in one of the ten countries, at any bank", () => {
    expect(read(bank)).toMatchObject({ country: "Nigeria", bankName: "Any Bank At All", accountName: "A. Otieno" });
    expect(refusalOf({ ...bank, country: "Ghana" })).toEqual([
      "country",
      "Please choose a country that bank transfers go to: Kenya, Nigeria, South Africa, Zambia, Zimbabwe, Rwanda, Burundi, Somalia, Mozambique, Tanzania",
    ]);
  });

  it.each(["bankName", "accountName", "destinationAddress", "country"])("requires %s", (field) => {
    expect(refusalOf({ ...bank, [field]: " " })).toEqual([field, "Please fill in all bank details"]);
  });

  it.each([
    ["0123456789", "0123456789"],
    ["GB29 NWBK 6016 1331 9268 19", "GB29NWBK60161331926819"],
    ["12-34-56", "123456"],
    ["1234", "1234"],
    ["A".repeat(34), "A".repeat(34)],
  ])("accepts the number %s and stores %s", (typed, kept) => {
    expect(read({ ...bank, destinationAddress: typed }).destinationAddress).toBe(kept);
  });

  it.each(["123", "A".repeat(35), "12345!", "١٢٣٤٥", "my account no. 5", "- - - -"])(
    "rejects the number %s",
    (typed) => {
      expect(refusalOf({ ...bank, destinationAddress: typed })).toEqual([
        "destinationAddress",
        "Please enter the account number: 4 to 34 letters and digits",
      ]);
    },
  );
});

describe("an M-Pesa number", () => {
  it.each([
    ["Kenya", "+254712345678", "+254712345678"],
    ["Kenya", "+254 112-345 678", "+254112345678"],
    ["Kenya", "254 (712) 345.678", "+254712345678"],
    ["Tanzania", "+255 612 345 678", "+255612345678"],
    ["Tanzania", "+255712345678", "+255712345678"],
  ])("of %s accepts %s and stores %s", (country, phoneNumber, kept) => {
    expect(read({ ...mpesa, country, phoneNumber }).phoneNumber).toBe(kept);
  });

  it.each([
    ["Kenya", "0712345678"],
    ["Kenya", "+255712345678"],
    ["Kenya", "+254212345678"],
    ["Kenya", "+25471234567"],
    ["Kenya", "+2547123456789"],
    ["Kenya", "+254 7l2 345 678"],
    ["Kenya", "++254712345678"],
    ["Tanzania", "+255112345678"],
    ["Tanzania", "+254712345678"],
  ])("of %s rejects %s", (country, phoneNumber) => {
    const [field, message] = refusalOf({ ...mpesa, country, phoneNumber });
    expect([field, message]).toEqual([
      "phoneNumber",
      country === "Kenya"
        ? "Please enter an M-Pesa number of Kenya: +254 and 9 digits that start with 7 or 1, such as +254 712 345 678"
        : "Please enter an M-Pesa number of Tanzania: +255 and 9 digits that start with 7 or 6, such as +255 712 345 678",
    ]);
  });

  it("is required first, then its country", () => {
    expect(refusalOf({ withdrawalType: "mpesa" })).toEqual(["phoneNumber", "Please enter your M-Pesa phone number"]);
    expect(refusalOf({ ...mpesa, country: "Nigeria" })).toEqual([
      "country",
      "Please choose a country with M-Pesa: Kenya or Tanzania",
    ]);
  });
});
