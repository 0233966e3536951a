// Loaded before the server and its threads (--import). Moves their clock by the milliseconds in the file CLOCK_OFFSET_FILE.
import { readFileSync } from "node:fs";

const RealDate = Date;
const offset = () => Number(readFileSync(process.env.CLOCK_OFFSET_FILE, "utf8"));

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offset());
    else super(...values);
  }

  static now() {
    return RealDate.now() + offset();
  }
};
