import { type SQL, sql } from "drizzle-orm";

const findUse = (token: SQL) => sql`(select used.id from used_form_tokens as used where used.id = ${token})`;

/** Whether a form token was used. One look at the index: as a join the whole table would be read while it has no statistics. */
export function isUsedToken(token: SQL): SQL {
  return sql`${findUse(token)} is not null`;
}

export function isUnusedToken(token: SQL): SQL {
  return sql`${findUse(token)} is null`;
}

/**
 * Notes tokens as used. One that is used at this very moment elsewhere makes the whole statement fail.
 * @param uses a query that gives token, id of the sign-up and end of the token's life, in the order of the tokens
 */
export function noteUsedTokens(uses: SQL): SQL {
  return sql`insert into used_form_tokens (id, signup_id, expires_at) ${uses}`;
}
