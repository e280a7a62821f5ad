import type { Person } from "@wazi/contracts";
import { part, raw, type Part } from "../../db/pool.ts";

export type { Person };

/** Column list text: the person whom a column names; null where it names nobody. */
export const personColumn = (idColumn: string, name: string): string =>
  `(select jsonb_build_object('email', person.email, 'firstName', person.first_name, 'lastName', person.last_name)
    from users person where person.id = ${idColumn}) as ${name}`;

/** Of somebody who has signed in. */
export const toPerson = ({ email, firstName, lastName }: Person): Person => ({ email, firstName, lastName });

/** Condition: a column names somebody in whose name or e-mail address a text is found, without case. */
export const matchesPerson = (idColumn: string, search: string): Part =>
  // Found once for all rows, and not row by row.
  part`${raw(idColumn)} in (select person.id from users person where strpos(person.search_text, lower(${search})) > 0)`;
