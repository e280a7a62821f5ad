import { importRailStatement } from "@wazi/contracts";
import { expect, it } from "vitest";
import { guessColumns, readHeadings, toColumnMapping } from "./csv-columns.ts";

it("reads the headings of a file, however they are separated", () => {
  expect(readHeadings('\uFEFFDate,"Amount, net",Reference\n1,2,3')).toEqual(["Date", "Amount, net", "Reference"]);
  expect(readHeadings('Date;"Say ""in""";Ref\r\n')).toEqual(["Date", 'Say "in"', "Ref"]);
  expect(readHeadings("")).toEqual([]);
});

it("guesses what the columns mean", () => {
  const headings = [
    "Transaction Date",
    "Details",
    "Debit",
    "Credit",
    "Reference",
    "Beneficiary Name",
    "Currency",
    "Balance",
  ];
  expect(guessColumns(headings)).toEqual({
    date: "Transaction Date",
    amount: "",
    moneyIn: "Credit",
    moneyOut: "Debit",
    currency: "Currency",
    currencyCode: "",
    id: "Reference",
    name: "Beneficiary Name",
    balance: "Balance",
  });
});

it("makes a mapping that the call takes, with the other columns as text", () => {
  const headings = ["Date", "Amount", "Details", "Ref", "Running Balance"];
  const columns = toColumnMapping({ ...guessColumns(headings), currencyCode: "KES", id: "Ref" }, headings);
  const used = { date: "Date", amount: "Amount", currencyCode: "KES", id: "Ref", balance: "Running Balance" };
  expect(columns).toEqual({ ...used, text: ["Details", "Ref"] });
  const body = { account: "KCB", kind: "bank", format: "csv", fileName: "a.csv", content: "", columns };
  expect(importRailStatement.body.safeParse(body).success).toBe(true);
});
