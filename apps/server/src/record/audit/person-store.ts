import type { Person } from "@wazi/contracts";
import { part, raw, type Part } from "../../platform/db/pool.ts";

export type { Person };

/** Column list text: the person with the id in a column; null when the column is null. */
export const personColumn = (idColumn: string, name: string): string =>
  `(select jsonb_build_object('email', person.email, 'firstName', person.first_name, 'lastName', person.last_name)
    from users person where person.id = ${idColumn}) as ${name}`;

/** Picks the fields of a person from a signed-in user. */
export const toPerson = ({ email, firstName, lastName }: Person): Person => ({ email, firstName, lastName });

/**
 * Condition: the name or e-mail address of the person in a column contains a text, ignoring case. It reads the person of each
 * row, for searches that many rows match.
 */
export const matchesPerson = (idColumn: string, search: string): Part =>
  part`(select strpos(person.search_text, lower(${search})) > 0 from users person where person.id = ${raw(idColumn)})`;
