import { afterEach, expect, test, vi } from "vitest";
import { keyGroups, keyNames } from "./keys.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("keys and key combinations are named as on a French keyboard", () => {
  expect(keyNames({ on: ["j", "ArrowDown"] })).toBe("J ou ↓");
  expect(keyNames({ on: ["j", "ArrowDown"] }, { singleKeys: false })).toBe("↓");
  expect(keyNames({ on: ["Alt ArrowUp"] }, { singleKeys: false })).toBe("Alt ↑");
  expect(keyNames({ on: ["Home"] })).toBe("Origine");
});

test("every key has a name, including the keys that move questions and options and the keys of charts", () => {
  const named = keyGroups.flatMap(({ keys }) => Object.values(keys).map((key) => keyNames(key)));
  expect(named).toEqual(expect.arrayContaining(["?", "Alt ↑", "Alt ↓", "→", "←", "Origine", "Fin"]));
});

test.each([
  ["MacIntel", "⌘K", "Meta+K"],
  ["Linux x86_64", "Ctrl K", "Control+K"],
  ["Win32", "Ctrl K", "Control+K"],
])("on %s the palette opens with %s", async (platform, name, shortcut) => {
  vi.stubGlobal("navigator", { platform });
  vi.resetModules();
  const fresh = await import("./keys.ts");
  expect(fresh.paletteKey).toEqual({ name, shortcut });
  expect(keyNames(fresh.everywhereKeys.keys.palette)).toBe(name);
});
