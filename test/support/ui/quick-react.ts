import * as React from "react";

// React's development build records a stack for each element and measures each component. That takes a fifth of the time of
// these tests, and no test reads the stacks or times. React's warnings remain.
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
// React DOM loads after this file. It measures components only if this function exists.
Reflect.deleteProperty(console, "timeStamp");
