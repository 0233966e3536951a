import { expect, onTestFinished, test, vi } from "vitest";

/** Loads the functions with an Argon2 whose hashes end only on `release`. */
async function loadWithHeldHashes() {
  const held = Promise.withResolvers<void>();
  const fifth = Promise.withResolvers<"a fifth hash runs">();
  const counts = { running: 0, most: 0 };
  const run = async () => {
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    if (counts.running === 5) fifth.resolve("a fifth hash runs");
    await held.promise;
    counts.running -= 1;
  };
  vi.resetModules();
  vi.doMock("@node-rs/argon2", () => ({ hash: run, verify: run }));
  onTestFinished(() => {
    vi.doUnmock("@node-rs/argon2");
    vi.resetModules();
  });
  const { hashPassword, verifyPassword } = await import("./password-hashes.ts");
  return { hashPassword, verifyPassword, counts, fifth: fifth.promise, release: held.resolve };
}

test("four passwords are hashed or verified at a time, 32 wait, and the next one is refused with 429", async () => {
  const { hashPassword, verifyPassword, counts, fifth, release } = await loadWithHeldHashes();
  const password = "trois chevaux verts dansent";
  const ask = (index: number) =>
    index % 2 === 0 ? hashPassword(password) : verifyPassword({ hash: "stored", password });
  const accepted = Array.from({ length: 36 }, (_, index) => ask(index));
  const refused = ask(36);
  await expect(Promise.race([refused, fifth])).rejects.toMatchObject({
    status: 429,
    headers: { "Retry-After": "1" },
  });
  expect(counts.running).toBe(4);
  release();
  await Promise.all(accepted);
  expect(counts.most).toBe(4);
});
