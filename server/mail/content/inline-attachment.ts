/** A picture that travels with a message; its HTML refers to it by `cid:`. */
export type InlineAttachment = { cid: string; filename: string; contentType: string; content: Buffer };
