import { hash } from "node:crypto";

const modulus = 2n ** 256n;

/**
 * A sum over the rows of a table that does not depend on their order: the SHA-256 of each row, added modulo 2^256. A database does not
 * read rows in the order in which they were inserted.
 */
export class RowSum {
  count = 0;
  #total = 0n;

  /** @param row its line of JSON */
  add(row: string | Buffer): void {
    this.count += 1;
    this.#total = (this.#total + BigInt(`0x${hash("sha256", row)}`)) % modulus;
  }

  /** @returns hexadecimal */
  digest(): string {
    return this.#total.toString(16);
  }
}
