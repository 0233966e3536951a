import * as React from "react";

// React's development build takes a stack for each element and measures each component: a fifth of the time of these tests.
// Nothing here reads either. Its warnings remain.
const internals: unknown = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (internals)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  });
// React DOM, which loads after this file, measures components where it finds this.
Reflect.deleteProperty(console, "timeStamp");
