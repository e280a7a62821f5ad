import type { Queryable } from "../../platform/db/pool.ts";

interface DocumentsRow {
  id: string;
  front_document: string;
  back_document: string | null;
}

function idsOf(rows: readonly DocumentsRow[]): string[] {
  return rows.flatMap(({ front_document: front, back_document: back }) => (back === null ? [front] : [front, back]));
}

export async function listUserDocuments(sql: Queryable, userId: string): Promise<string[]> {
  return idsOf(
    await sql<DocumentsRow[]>`select id, front_document, back_document from verifications where user_id = ${userId}`,
  );
}

export async function deleteUserVerifications(sql: Queryable, userId: string): Promise<void> {
  await sql`delete from verifications where user_id = ${userId}`;
}

/** Lists the next `limit` verifications after an id, in order of id, each with its documents. */
export async function listVerificationsAfter(
  sql: Queryable,
  after: string,
  limit: number,
): Promise<{ id: string; documents: string[] }[]> {
  const rows = await sql<DocumentsRow[]>`
    select id, front_document, back_document from verifications where id > ${after} order by id limit ${limit}`;
  return rows.map((row) => ({ id: row.id, documents: idsOf([row]) }));
}

export async function hasVerification(sql: Queryable, id: string): Promise<boolean> {
  const rows = await sql`select from verifications where id = ${id}`;
  return rows.length > 0;
}

/** The document of the newest verification; undefined without one. */
export async function findNewestDocument(sql: Queryable): Promise<string | undefined> {
  const [row] = await sql<{ document: string }[]>`
    select front_document as document from verifications order by created_at desc limit 1`;
  return row?.document;
}
