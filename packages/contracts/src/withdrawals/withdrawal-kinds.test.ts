import { describe, expect, it } from "vitest";
import { withdrawalDestination } from "./withdrawal-kinds.ts";

/** Fields and messages of what is wrong, first things first. */
function listIssues(destination: object): [field: string, message: string][] {
  const { error } = withdrawalDestination.safeParse(destination);
  return (error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);
}

const crypto = { withdrawalType: "crypto", currency: "USDT", network: "TRC20", destinationAddress: "T1" };
const bank = {
  withdrawalType: "bank",
  country: "Kenya",
  bankName: "KCB Bank",
  accountName: "A. Otieno",
  destinationAddress: "0123456789",
};
const mpesa = { withdrawalType: "mpesa", country: "Kenya", phoneNumber: "+254712345678" };

describe("withdrawalDestination", () => {
  it.each([crypto, bank, mpesa])("accepts $withdrawalType and drops the fields of other types", (destination) => {
    const others = {
      currency: "USDT",
      network: "TRC20",
      country: "Kenya",
      bankName: "-",
      phoneNumber: "-",
      ...destination,
    };
    expect(withdrawalDestination.parse({ ...others, amount: "20" })).toEqual(destination);
  });

  it("normalizes account and phone numbers", () => {
    expect(withdrawalDestination.parse({ ...bank, destinationAddress: " 12-34 56 " })).toMatchObject({
      destinationAddress: "123456",
    });
    expect(withdrawalDestination.parse({ ...mpesa, phoneNumber: "254 (712) 345.678" })).toMatchObject({
      phoneNumber: "+254712345678",
    });
  });

  it.each([undefined, null, "", "  "])("names every bank field that is missing (%j)", (nothing) => {
    const empty = { country: nothing, bankName: nothing, accountName: nothing, destinationAddress: nothing };
    expect(listIssues({ withdrawalType: "bank", ...empty })).toEqual(
      ["bankName", "accountName", "destinationAddress", "country"].map((field) => [
        field,
        "Please fill in all bank details",
      ]),
    );
  });

  it("names what is missing before what is not allowed", () => {
    expect(listIssues({ ...crypto, destinationAddress: "", currency: "DOGE" })[0]).toEqual([
      "destinationAddress",
      "Please enter your crypto wallet address",
    ]);
    expect(listIssues({ ...bank, accountName: "", country: "Ghana", destinationAddress: "1" })).toEqual([
      ["accountName", "Please fill in all bank details"],
    ]);
    expect(listIssues({ ...mpesa, phoneNumber: "", country: "Nigeria" })[0]).toEqual([
      "phoneNumber",
      "Please enter your M-Pesa phone number",
    ]);
  });

  it("requires a network of the chosen currency", () => {
    const message = "Please choose a network of ETH: ERC20";
    for (const network of ["TRC20", "", null, undefined]) {
      expect(listIssues({ ...crypto, currency: "ETH", network })).toEqual([["network", message]]);
    }
  });
});
