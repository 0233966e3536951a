/** Placeholder in the built pages for the public address, which the server fills in when it starts. */
export const originPlaceholder = "https://origin.invalid";
