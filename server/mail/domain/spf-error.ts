/** Why an SPF record cannot be judged: broken for good, or not answered. The message is a French clause. */
export class SpfError extends Error {
  override name = "SpfError";
  readonly result: "permerror" | "temperror";

  constructor(result: "permerror" | "temperror", message: string) {
    super(message);
    this.result = result;
  }
}
