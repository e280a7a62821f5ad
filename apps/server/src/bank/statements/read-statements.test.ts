import { describe, expect, it } from "vitest";
import { hasCamt053Balances, readCamt053, readCamt053Closing } from "./read-camt053.ts";
import { readMt940, readMt940Closing } from "./read-mt940.ts";
import { readCsv, readMpesaCsv, type ColumnMapping } from "./read-csv.ts";
import { decodeStatement, StatementError } from "./statement-line.ts";

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>7</Id>
<Ntry><Amt Ccy="KES">1293.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-23</Dt></BookgDt>
<AcctSvcrRef>FT261</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>0a1b2c3d-aaaa-8aaa-aaaa-000000000001</EndToEndId></Refs>
<RltdPties><Cdtr><Nm>Amina Otieno</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Withdrawal</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="KES">90071992547409.93</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-24T08:00:00</DtTm></BookgDt></Ntry>
<Ntry><Amt Ccy="KES">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

describe("a camt.053 statement", () => {
  it("gives its booked entries, with exact amounts", () => {
    const lines = readCamt053(CAMT);
    expect(lines).toMatchObject([
      {
        number: 1,
        bookedOn: "2026-11-23",
        amount: "-1293.00",
        currency: "KES",
        externalId: "FT261",
        name: "Amina Otieno",
        text: "0a1b2c3d-aaaa-8aaa-aaaa-000000000001 Withdrawal",
      },
      { number: 2, bookedOn: "2026-11-24", amount: "90071992547409.93" },
    ]);
    expect(lines.length).toBe(2);
  });

  it("has its newest booked closing balance, negative when overdrawn", () => {
    expect(readCamt053Closing(CAMT)).toBeNull();
    const balance = (code: string, day: string, amount: string, side: string): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const balances = [
      balance("OPBD", "2026-11-25", "1.00", "CRDT"),
      balance("CLBD", "2026-11-24", "250.10", "DBIT"),
      balance("CLBD", "2026-11-23", "700.00", "CRDT"),
      balance("CLAV", "2026-11-26", "9.00", "CRDT"),
    ];
    const closing = readCamt053Closing(CAMT.replace("<Ntry>", `${balances.join("")}<Ntry>`));
    expect(closing).toEqual({ amount: "-250.10", currency: "KES", day: "2026-11-24" });
  });

  it("whose entries are not the difference of its balances is refused", () => {
    const balance = (code: string, amount: string, side = "CRDT"): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="KES">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-11-24</Dt></Dt></Bal>`;
    const build = (opening: string, closing: string): string => CAMT.replace("<Ntry>", `${opening}${closing}<Ntry>`);
    const closing = balance("CLBD", "90071992546016.93");
    for (const opening of [balance("OPBD", "100.00", "DBIT"), balance("PRCD", "100.00", "DBIT")]) {
      expect(readCamt053(build(opening, closing)).length).toBe(2);
      expect(hasCamt053Balances(build(opening, closing))).toBe(true);
    }
    const wrong = build(balance("OPBD", "99.00", "DBIT"), closing);
    expect(() => readCamt053(wrong)).toThrow(
      "add up to 90071992546116.93, but the balances differ by 90071992546115.93",
    );
    const entry = CAMT.slice(CAMT.indexOf("<Ntry>"), CAMT.indexOf("</Ntry>") + 7);
    const lost = build(balance("OPBD", "100.00", "DBIT"), closing).replace(entry, "");
    expect(() => readCamt053(lost)).toThrow("An entry is missing");
    expect(hasCamt053Balances(CAMT)).toBe(false);
  });

  it("that is truncated, of another kind or with a document type is refused with a clear error", () => {
    expect(() => readCamt053(CAMT.slice(0, 700))).toThrow(/damaged at line \d+.*truncated/);
    expect(() => readCamt053("<Document><Other/></Document>")).toThrow("not a camt.053 statement");
    expect(() => readCamt053(`<!DOCTYPE x [<!ENTITY a "b">]>${CAMT}`)).toThrow("document type");
    expect(() => readCamt053(CAMT.replace("1293.00", "12,9x"))).toThrow('"12,9x" is not an amount');
  });
});

const MPESA = `Organization Name: Wazi
Short Code: 600000
Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.
SGL1,23-11-2026 08:00:12,23-11-2026 08:00:00,Business Payment to 254708374149 - AMINA OTIENO,Completed,,"-1,293.00","98,707.00",true,Business Payment to Customer via API,254708374149 - AMINA OTIENO,,
SGL1,23-11-2026 08:00:12,23-11-2026 08:00:00,Business Payment Charge,Completed,,-22.40,"98,684.60",true,B2C Charge,,,
SGL2,24-11-2026 09:00:00,24-11-2026 09:00:00,Pay Bill,Completed,500.00,,"99,184.60",true,Pay Bill,254700000001 - JOHN DOE,,INV7
`;

const MT940 = `:20:STARTUMS
:25:KE1234/0098765
:28C:00011/001
:60F:C261101KES10000,00
:61:2611021102D6462,50NTRFFT26327ABC//BANK0001
:86:PAYOUT 0a1b2c3d
 AMINA OTIENO
:61:2611031103D22,4NCHGNONREF//BANK0002
:86:TRANSFER FEE
:61:2612310102C1234567890,12NTRFNONREF
:86:INCOMING
:62F:C261231KES1234571405,22
`;

describe("an MT940 statement", () => {
  it("gives its entries with exact amounts, and the day of their booking", () => {
    const lines = readMt940(MT940);
    expect(lines).toMatchObject([
      { bookedOn: "2026-11-02", amount: "-6462.5", currency: "KES", externalId: "BANK0001", isCharge: false },
      { bookedOn: "2026-11-03", amount: "-22.4", text: "TRANSFER FEE", isCharge: true },
      // The booking date has no year: it is the one near the value date.
      { bookedOn: "2027-01-02", amount: "1234567890.12", externalId: null },
    ]);
    expect(lines[0]?.text).toBe("FT26327ABC PAYOUT 0a1b2c3d AMINA OTIENO");
    expect(readMt940Closing(MT940)).toEqual({ amount: "1234571405.22", currency: "KES", day: "2026-12-31" });
  });

  it("that is truncated, has lost a line, or is another message is refused", () => {
    const truncated = MT940.slice(0, MT940.indexOf(":62F:"));
    const incomplete = MT940.replace(/:61:2611031103.*\n.*\n/, "");
    expect(incomplete.length).toBeLessThan(MT940.length);
    for (const text of [truncated, incomplete, MT940.replace("6462,50", "6x,50"), "hello", ""]) {
      expect(() => readMt940(text)).toThrow(StatementError);
    }
  });
});

describe("an M-Pesa organisation statement", () => {
  it("has the balance after its newest line, in either order", () => {
    const closing = { amount: "99184.60", currency: "KES", day: "2026-11-24" };
    expect(readMpesaCsv(MPESA).closing).toEqual(closing);
    const [one, two, head, ...lines] = MPESA.trimEnd().split("\n");
    expect(readMpesaCsv([one, two, head, ...lines.reverse(), ""].join("\n")).closing).toEqual(closing);
  });

  it("gives payments, charges and money in", () => {
    expect(readMpesaCsv(MPESA)).toMatchObject({ skipped: 0, isBalanced: true });
    expect(readMpesaCsv(MPESA).lines).toMatchObject([
      {
        externalId: "SGL1",
        amount: "-1293.00",
        currency: "KES",
        name: "AMINA OTIENO",
        isCharge: false,
        bookedOn: "2026-11-23",
      },
      { externalId: "SGL1", amount: "-22.40", isCharge: true },
      { externalId: "SGL2", amount: "500.00", name: "JOHN DOE", isCharge: false },
    ]);
  });

  it("leaves out payments that are not completed, and counts them", () => {
    const declined = "SGL9,24-11-2026 08:30:00,24-11-2026 08:30:00,Pay Bill,Declined,700.00,,,false,Pay Bill,,,INV8\n";
    const read = readMpesaCsv(MPESA.replace("SGL2,", `${declined}SGL2,`));
    expect(read).toMatchObject({ skipped: 1, isBalanced: true });
    expect(read.lines.map(({ externalId, number }) => [externalId, number])).toEqual([
      ["SGL1", 1],
      ["SGL1", 2],
      ["SGL2", 4],
    ]);
    expect(() => readMpesaCsv(MPESA.replaceAll("Completed", "Cancelled"))).toThrow("no completed payments");
  });

  it("whose balances do not follow from each other is refused, with lines of a second in any order", () => {
    const [one, two, head, first, charge, last] = MPESA.trimEnd().split("\n");
    const read = (...lines: (string | undefined)[]) => readMpesaCsv([one, two, head, ...lines, ""].join("\n"));
    expect(read(charge, first, last).isBalanced).toBe(true);
    expect(() => read(first, last)).toThrow("Line 2: its balance does not follow");
    expect(() => read(first, charge, last?.replace("500.00", "50.00"))).toThrow("Line 3: its balance");
    expect(() => read(first, charge, last?.replace("99,184.60", "99,18"))).toThrow("Line 3");
  });

  it("that is truncated is refused", () => {
    expect(() => readMpesaCsv(MPESA.slice(0, MPESA.indexOf("98,684")))).toThrow(StatementError);
    expect(() => readMpesaCsv("nothing")).toThrow("no line with the headings");
  });
});

describe("a CSV statement", () => {
  const columns = { date: "Date", amount: "Amount", currency: "Ccy", text: ["Narrative"], name: "Party" };

  it("is read by its column mapping, with commas or semicolons", () => {
    const text = "Date;Amount;Ccy;Narrative;Party\n23/11/2026;-1,293.50;NGN;ref A;Amina\n24/11/2026;(20.00);NGN;;\n";
    expect(readCsv(text, columns).lines).toMatchObject([
      { amount: "-1293.50", currency: "NGN", text: "ref A", name: "Amina", bookedOn: "2026-11-23" },
      { amount: "-20.00", name: null },
    ]);
  });

  it("has the balance after its newest line, in either order, also within one day", () => {
    const withBalance = { date: "Date", amount: "Amount", currencyCode: "KES", text: [], balance: "Balance" };
    const closing = (rows: string[], mapping: ColumnMapping = withBalance) =>
      readCsv(`Date,Amount,Ccy,Balance\n${rows.join("\n")}\n`, mapping).closing;
    const days = ["2026-11-22,10,KES,110.00", "2026-11-23,-20,KES,90.00", '2026-11-23,"1,000.25",KES,"1,090.25"'];
    const newest = { amount: "1090.25", currency: "KES", day: "2026-11-23" };
    expect(closing(days)).toEqual(newest);
    expect(closing(days.toReversed())).toEqual(newest);
    expect(closing(days.slice(1))).toEqual(newest);
    expect(closing(days.slice(1).toReversed())).toEqual(newest);
    expect(closing([...days, "2026-11-24,1,KES,"])).toEqual(newest);
    expect(closing(days, { ...withBalance, balance: undefined })).toBeNull();
    const severalCurrencies = { ...withBalance, currency: "Ccy" };
    expect(closing([...days, "2026-11-24,1,USD,5.00"], severalCurrencies)).toBeNull();
    expect(() => closing(["2026-11-24,1,KES,5.x"])).toThrow('Line 1: "5.x" is not an amount');
    expect(() => readCsv("Date,Amount\n2026-11-24,1\n", withBalance)).toThrow('no column "Balance"');
  });

  it("whose balances do not follow from each other is refused, in either order", () => {
    const mapping = { date: "Date", amount: "Amount", currencyCode: "KES", text: [], balance: "Balance" };
    const rows = ["2026-11-22,10,110.00", '2026-11-23,"1,293.50","1,403.50"', '2026-11-24,-20,"1,383.50"'];
    const read = (given: string[], heading = "Date,Amount,Balance") => readCsv([heading, ...given].join("\n"), mapping);
    for (const given of [rows, rows.toReversed()]) {
      expect(read(given).isBalanced).toBe(true);
      const [first = "", middle = "", last = ""] = given;
      expect(() => read([first, last])).toThrow("its balance does not follow from another line");
      for (let kept = 1; kept < 4; kept += 1) {
        expect(() =>
          read([first, middle, last.replace(/"?([\d.,]+)"?$/, (cell) => cell.slice(1, 1 + kept))]),
        ).toThrow();
      }
    }
    // A line is missing from an account that is emptied each time.
    const swept = ["2026-11-22,100,100", "2026-11-23,-100,0", "2026-11-24,50,50", "2026-11-25,-50,0"];
    for (const given of [swept, swept.toReversed()]) {
      expect(read(given).isBalanced).toBe(true);
      for (const missing of [1, 2])
        expect(() => read(given.filter((_line, index) => index !== missing))).toThrow("its balance does not follow");
    }
    // By day of value, which is not the order of the balances.
    expect(read(["2026-11-22,100,100", "2026-11-21,-30,70", "2026-11-23,5,75"]).isBalanced).toBe(true);
    // Without a balance on each line, they cannot be compared.
    expect(read([...rows, "2026-11-25,1,"]).isBalanced).toBe(false);
    expect(readCsv(["Date,Amount", "2026-11-22,10"].join("\n"), { ...mapping, balance: undefined }).isBalanced).toBe(
      false,
    );
  });

  it("with a missing column, a wrong date or an empty file is refused, naming the line", () => {
    expect(() => readCsv("Day,Amount\n1,2\n", columns)).toThrow('no column "Date", "Ccy", "Party"');
    const wrong = "Date,Amount,Ccy,Narrative,Party\n2026-02-30,1,KES,a,b\n";
    expect(() => readCsv(wrong, columns)).toThrow('Line 1: "2026-02-30" is not a date');
    expect(() => readCsv("Date,Amount\n", columns)).toThrow("no lines");
  });
});

describe("a file", () => {
  it("in UTF-8 or UTF-16 with its mark is read; any other encoding is refused", () => {
    expect(decodeStatement(Buffer.from("\uFEFFDate,Álvaro"))).toBe("Date,Álvaro");
    expect(decodeStatement(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Date", "utf16le")]))).toBe("Date");
    expect(() => decodeStatement(Buffer.from("Álvaro", "latin1"))).toThrow("not in UTF-8");
    expect(() => decodeStatement(Buffer.alloc(0))).toThrow("empty");
  });
});
