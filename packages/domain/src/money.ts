/**
 * Money and the figures of a pool as bigint in their smallest unit. Each type is branded, so that the compiler rejects one
 * in place of another.
 *
 * - `Cents`: hundredths of a US dollar.
 * - `Units`: units of a pool, in 10^-12.
 * - `Nav`: unit price (net asset value per unit) in US dollars, in 10^-12.
 * - `Factor`: a ratio, in 10^-12; may be negative.
 * - `Accrual`: interest in US dollars, in 10^-12: a day's interest on a small position is far less than a cent.
 */
export type Cents = bigint & { readonly unit: "cents" };
export type Units = bigint & { readonly unit: "units" };
export type Nav = bigint & { readonly unit: "nav" };
export type Factor = bigint & { readonly unit: "factor" };
export type Accrual = bigint & { readonly unit: "accrual" };

export const cents = (value: bigint): Cents => value as Cents;
export const units = (value: bigint): Units => value as Units;
export const nav = (value: bigint): Nav => value as Nav;
export const factor = (value: bigint): Factor => value as Factor;
export const accrual = (value: bigint): Accrual => value as Accrual;

export const ZERO_CENTS = cents(0n);
export const ZERO_UNITS = units(0n);
export const ZERO_ACCRUAL = accrual(0n);

/** 1 as a Nav or a Factor. */
export const SCALE = 10n ** 12n;
export const ONE_NAV = nav(SCALE);

/** Units × nav is in 10^-24 dollars. Dividing by this gives cents. */
const UNITS_TIMES_NAV_PER_CENT = 10n ** 22n;

/** Integer division towards minus infinity. `divisor` must be positive. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
}

/** Integer division towards plus infinity. `divisor` must be positive. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return -divideDown(-dividend, divisor);
}

/** Value of units at a nav, rounded down to the cent. Investors see and get this value; the rest stays in the pool. */
export function valueDown(held: Units, at: Nav): Cents {
  return cents(divideDown(held * at, UNITS_TIMES_NAV_PER_CENT));
}

/** Value of units at a nav, rounded up to the cent: the cash that a pool needs to cover them. */
export function valueUp(held: Units, at: Nav): Cents {
  return cents(divideUp(held * at, UNITS_TIMES_NAV_PER_CENT));
}

/** The fewest units that are worth `amount` at a nav. */
export function unitsUp(amount: Cents, at: Nav): Units {
  return units(divideUp(amount * UNITS_TIMES_NAV_PER_CENT, at));
}

/** The highest nav at which the units' value, rounded down to the cent, is at most `value`. */
export function navAtMost(held: Units, value: Cents): Nav {
  return nav(divideUp((value + 1n) * UNITS_TIMES_NAV_PER_CENT, held) - 1n);
}

/** The lowest nav at which the units' value, rounded down to the cent, is at least `value`. */
export function navAtLeast(held: Units, value: Cents): Nav {
  return nav(divideUp(value * UNITS_TIMES_NAV_PER_CENT, held));
}

/** Change in the value of units when the nav changes, rounded up to the cent (towards zero for a loss). */
export function valueChangeUp(held: Units, change: bigint): Cents {
  return cents(divideUp(held * change, UNITS_TIMES_NAV_PER_CENT));
}

/** 10^-12 dollars in a cent. */
const ACCRUAL_PER_CENT = 10n ** 10n;

/** The interest on units while the sum of interest per unit rose by `rise`, rounded down to the last place. */
export function accrue(held: Units, rise: Nav): Accrual {
  return accrual(divideDown(held * rise, SCALE));
}

/**
 * The interest that own money would have earned in bills while their index rose, on top of `earned`, which stays in and
 * earns too. Rounded down to the last place.
 */
export function accrueBills(own: Cents, earned: Accrual, index: { from: Nav; to: Nav }): Accrual {
  const principal = own * ACCRUAL_PER_CENT;
  return accrual(divideDown((principal + earned) * index.to, index.from) - principal);
}

/** The index of bills after a day at a growth, rounded down. It starts at 1. */
export function growBillIndex(index: Nav, growth: Factor): Nav {
  return nav(index + divideDown(index * growth, SCALE));
}

/** Accrued interest in whole cents, rounded down. */
export function accruedCents(accrued: Accrual): Cents {
  return cents(divideDown(accrued, ACCRUAL_PER_CENT));
}

/** The rest of accrued interest after whole cents of it were taken; never below 0. */
export function takeAccrued(accrued: Accrual, taken: Cents): Accrual {
  const left = accrued - taken * ACCRUAL_PER_CENT;
  return accrual(left > 0n ? left : 0n);
}

/** An accrual less whole cents of it; below 0 when more was taken. */
export function subtractCents(accrued: Accrual, taken: Cents): Accrual {
  return accrual(accrued - taken * ACCRUAL_PER_CENT);
}

/** The part `numerator / denominator` of an amount, rounded down. */
export function partDown(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  return cents(divideDown(amount * numerator, denominator));
}

/** The part `numerator / denominator` of an amount, rounded up. */
export function partUp(amount: Cents, numerator: bigint, denominator: bigint): Cents {
  return cents(divideUp(amount * numerator, denominator));
}

export function add(...amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((total, amount) => total + amount, 0n));
}

export function subtract(from: Cents, amount: Cents): Cents {
  return cents(from - amount);
}

export function negate(amount: Cents): Cents {
  return cents(0n - amount);
}

export function minCents(first: Cents, second: Cents): Cents {
  return first < second ? first : second;
}

export function maxCents(first: Cents, second: Cents): Cents {
  return first > second ? first : second;
}

/**
 * Parses a decimal with at most `places` places into its smallest unit.
 * @throws RangeError for any other text; the contracts have checked input from outside before
 */
export function parseDecimal(text: string, places: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[3] ?? "";
  if (!match || (fraction.length > places && /[1-9]/.test(fraction.slice(places)))) {
    throw new RangeError(`Not a decimal with at most ${places} places: ${text}`);
  }
  const digits = BigInt(`${match[2] ?? "0"}${fraction.slice(0, places).padEnd(places, "0")}`);
  return match[1] === "-" ? -digits : digits;
}

/** Formats a figure in its smallest unit as a decimal with exactly `places` places. */
export function formatDecimal(value: bigint, places: number): string {
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

export const parseCents = (text: string): Cents => cents(parseDecimal(text, 2));
export const formatCents = (amount: Cents): string => formatDecimal(amount, 2);
export const parseUnits = (text: string): Units => units(parseDecimal(text, 12));
export const parseNav = (text: string): Nav => nav(parseDecimal(text, 12));
export const formatUnits = (held: Units): string => formatDecimal(held, 12);
export const formatNav = (at: Nav): string => formatDecimal(at, 12);
export const parseAccrual = (text: string): Accrual => accrual(parseDecimal(text, 12));
export const formatAccrual = (accrued: Accrual): string => formatDecimal(accrued, 12);
