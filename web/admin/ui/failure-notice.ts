/** Options for `notifications.show`: a failure stays until it is closed, so that there is no time limit to read it (WCAG 2.2.1). */
export const failureNotice = { color: "red", autoClose: false } as const;
