/** Stands in the built pages for the public address, which is known only when the server starts and puts it there. */
export const originPlaceholder = "https://origin.invalid";
