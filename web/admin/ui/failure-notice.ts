/** For `notifications.show`: what failed stays until it is closed, however long it takes to find and to read (WCAG 2.2.1). */
export const failureNotice = { color: "red", autoClose: false } as const;
