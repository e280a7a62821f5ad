import { describe, expect, it } from "vitest";
import { filterQuery, isFiltered, pageQuery, readRecordAddress, writeRecordAddress } from "./record-address.ts";

const rules = {
  filters: { search: "text", status: ["pending", "completed"], user: "id", from: "day", to: "day" },
  sorts: ["waiting", "createdAt", "-createdAt"],
} as const;
const USER_ID = "0c7c5f0c-7d86-4d5c-8b2c-0d6a4f1c8e11";

const read = (search: string) => readRecordAddress(rules, search);

describe("reading an address", () => {
  it("reads valid values, with the first order and page as defaults", () => {
    expect(read("")).toEqual({ filters: {}, sort: "waiting", cursor: undefined, page: 1 });
    expect(
      read(
        `tab=deposits&search=+amina+&status=pending&user=${USER_ID}&from=2026-11-01&sort=-createdAt&cursor=abc&page=7`,
      ),
    ).toEqual({
      filters: { search: "amina", status: "pending", user: USER_ID, from: "2026-11-01" },
      sort: "-createdAt",
      cursor: "abc",
      page: 7,
    });
  });

  it.each([
    ["status=open", {}],
    ["status=", {}],
    ["user=7", {}],
    ["from=2026-02-30", {}],
    ["from=yesterday", {}],
    ["from=2026-11-01T00:00:00Z", {}],
    [`search=${"a".repeat(101)}`, {}],
    ["search=%20%20", {}],
    ["nothing=1", {}],
    ["status=pending&status=completed", { status: "pending" }],
    ["search=%E0%A4%A", { search: "\uFFFD%A" }],
  ])("reads %s as %o", (search, filters) => {
    expect(read(search).filters).toEqual(filters);
  });

  it.each([
    ["sort=-waiting", "waiting"],
    ["sort=", "waiting"],
    ["sort=toString", "waiting"],
    ["sort=createdAt", "createdAt"],
  ])("reads %s as the order %s", (search, sort) => {
    expect(read(search).sort).toBe(sort);
  });

  it.each([
    ["page=7", undefined, 1],
    ["cursor=&page=7", undefined, 1],
    [`cursor=${"c".repeat(301)}&page=7`, undefined, 1],
    ["cursor=c", "c", 2],
    ["cursor=c&page=1", "c", 2],
    ["cursor=c&page=-3", "c", 2],
    ["cursor=c&page=1e3", "c", 2],
    ["cursor=c&page=12345", "c", 12_345],
  ])("reads %s as the cursor %s on page %d", (search, cursor, page) => {
    expect(read(search)).toMatchObject({ cursor, page });
  });

  it("has no order for a list without one", () => {
    expect(readRecordAddress({ filters: {} }, "sort=createdAt").sort).toBeUndefined();
  });
});

describe("writing an address", () => {
  it("keeps non-default values and foreign parameters, and round-trips", () => {
    const search = "tab=deposits&search=a%26b+c&status=pending&to=2026-11-21&sort=createdAt&cursor=x%3D%3D&page=3";
    expect(writeRecordAddress(rules, search, read(search))).toBe(search);
    expect(writeRecordAddress(rules, "tab=deposits&sort=waiting&status=odd", read("sort=waiting"))).toBe(
      "tab=deposits",
    );
  });

  it("omits a cleared filter, and the cursor on the first page", () => {
    const address = { ...read("status=pending&cursor=c&page=4"), cursor: undefined, page: 1 };
    expect(writeRecordAddress(rules, "status=pending&cursor=c&page=4", address)).toBe("status=pending");
    expect(writeRecordAddress(rules, "status=pending", { ...address, filters: { status: "" } })).toBe("");
  });
});

describe("the query of a call", () => {
  it("has the filters and the order, with an inclusive last day", () => {
    const address = read("from=2026-11-01&to=2026-12-31&search=amina&sort=-createdAt&cursor=c&page=2");
    expect(filterQuery(rules, address)).toEqual({
      search: "amina",
      from: "2026-11-01T00:00:00.000Z",
      to: "2027-01-01T00:00:00.000Z",
      sort: "-createdAt",
    });
    expect(pageQuery(rules, address)).toEqual({ ...filterQuery(rules, address), limit: "50", cursor: "c" });
    expect(pageQuery({ filters: {} }, readRecordAddress({ filters: {} }, ""))).toEqual({ limit: "50" });
  });

  it("tells whether a list is filtered", () => {
    expect(isFiltered(read("sort=createdAt&cursor=c"))).toBe(false);
    expect(isFiltered(read("status=pending"))).toBe(true);
  });
});
