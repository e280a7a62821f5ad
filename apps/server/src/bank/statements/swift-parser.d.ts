/** The library has no types of its own. What is used of it. */
declare module "@centrapay/swift-parser" {
  interface Transaction {
    date: Date;
    /** "" without one. Its year is the one of `date`. */
    entryDate: Date | "";
    /** Exact; negative for money out. */
    amount: { toFixed(): string };
    currency: string;
    transactionType: string;
    reference: string;
    bankReference: string;
    details: string;
    extraDetails: string;
  }
  interface Statement {
    transactions: Transaction[];
    currency: string;
    closingBalance: { toFixed(): string };
    closingBalanceDate: Date;
  }
  const swift: {
    /** @throws Error a field that cannot be read; with `validate` also missing fields and sums that do not add up */
    parse(given: { type: "mt940"; data: string; validate: boolean }): Statement[];
  };
  export default swift;
}
