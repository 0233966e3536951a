import { describe, expect, test, vi } from "vitest";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { WebhookEvent } from "#contract/webhooks.ts";
import type { HttpCall } from "#server/mail/transports/http-server.test-helpers.ts";
import { respond } from "#server/mail/transports/http-server.test-helpers.ts";
import { cancelWaitingDeliveries } from "./webhook-events.service.ts";
import { correctFutureWebhookTimes, deleteOldDeliveries, findTransmissions } from "./webhooks.service.ts";
import { bodyOf, day, hour, ids, isSigned, minute, openWebhookDesk } from "./webhooks.test-helpers.ts";

const { desk, now, query, admin, deliver, subscribe, signUp, deliverAfter, received, webhooks } =
  openWebhookDesk();

describe("deliveries", () => {
  test("deliveries from two instances reach a receiver that fails for an hour, each at least once and in order", async () => {
    const { secret } = await subscribe();
    desk.answers["/hook"] = (response) => respond(response, 500, "");
    const made: string[] = [];
    for (let minutes = 0; minutes < 60; minutes += 1) {
      if (minutes % 6 === 0) made.push(await signUp());
      await deliverAfter(minute);
    }
    const failed = received();
    expect(new Set(ids(failed))).toEqual(new Set(made.slice(0, 1)));
    expect(failed.length).toBeGreaterThanOrEqual(4);
    expect((await webhooks())[0]).toMatchObject({
      isActive: true,
      waiting: 10,
      failingSince: expect.any(String),
    });
    delete desk.answers["/hook"];
    for (let steps = 0; steps < 12; steps += 1) await deliverAfter(12 * minute);
    const arrived = received().slice(failed.length);
    expect(ids(arrived)).toEqual(made);
    for (const call of received()) expect(isSigned(call, secret)).toBe(true);
    expect(arrived[0]?.headers["webhook-id"]).toBe(failed[0]?.headers["webhook-id"]);
    expect((await webhooks())[0]).toMatchObject({ waiting: 0, failingSince: null });
  });

  test("deliveries continue after a clock that was 400 days ahead for a moment is right again", async () => {
    await subscribe();
    await subscribe(["signup.created"], { kind: "message", path: "/message" });
    desk.answers["/hook"] = (response) => respond(response, 500, "");
    const first = await signUp();
    await deliverAfter(400 * day);
    const second = await signUp();
    await query("update webhook_events set at = now() + interval '400 days' where dispatched_at is null");
    await query("update webhook_endpoints set leased_until = now() + interval '400 days'");
    desk.ahead = 0;
    delete desk.answers["/hook"];
    await correctFutureWebhookTimes({ db: desk.harness.db, now });
    await deliverAfter(2 * minute);
    expect([ids(received()), received("/message").length]).toEqual([[first, first, second], 2]);
    expect((await webhooks()).map(({ failingSince }) => failingSince)).toEqual([null, null]);
  });

  test("deliveries of a busy minute from two instances arrive once each, in order", async () => {
    await subscribe();
    await subscribe(["signup.created"], { path: "/other" });
    const made: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let count = 0; count < 5; count += 1) made.push(await signUp());
      await deliver();
    }
    for (const path of ["/hook", "/other"]) expect(ids(received(path))).toEqual(made);
  });

  test("deliveries that arrived before one failed are recorded and not repeated", async () => {
    await subscribe();
    const [first, second, third] = [await signUp(), await signUp(), await signUp()];
    let left = 1;
    desk.answers["/hook"] = (response) => respond(response, left-- > 0 ? 200 : 500, "");
    await desk.harness.webhooks.deliverDue();
    expect(ids(received())).toEqual([first, second]);
    expect((await webhooks())[0]).toMatchObject({ waiting: 2, failingSince: expect.any(String) });
    delete desk.answers["/hook"];
    await deliverAfter(minute);
    expect(ids(received()).slice(2)).toEqual([second, third]);
  });

  test("deliveries of one endpoint do not wait for deliveries of a slow endpoint", async () => {
    await subscribe(["signup.created"], { path: "/slow" });
    await subscribe();
    let release: (() => void) | undefined;
    desk.answers["/slow"] = (response) => {
      release = () => respond(response, 200, "");
    };
    await signUp();
    await signUp();
    const delivering = deliver();
    await vi.waitFor(() => expect([received().length, received("/slow").length]).toEqual([2, 1]));
    desk.answers = {};
    release?.();
    await delivering;
    expect(received("/slow")).toHaveLength(2);
  });

  test.each([
    [302, "a redirect"],
    [404, "an error"],
    [500, "a server's error"],
  ])("deliveries that get status %i, %s, fail and are tried eight times", async (status) => {
    await subscribe();
    desk.answers["/hook"] = (response) =>
      respond(response, status, "", { location: `${desk.receiver.url}/other` });
    await signUp();
    for (let elapsed = 0; elapsed < 36 * hour; elapsed += hour / 2) await deliverAfter(hour / 2);
    expect(received()).toHaveLength(8);
    expect(received("/other")).toEqual([]);
    expect(await query("select status, attempts, http_status from webhook_deliveries")).toEqual([
      { status: "failed", attempts: 8, http_status: status },
    ]);
    delete desk.answers["/hook"];
    const next = await signUp();
    await deliver();
    expect(ids(received().slice(8))).toEqual([next]);
  });

  test("an answer 410 switches the endpoint off, with a notice until it is switched on", async () => {
    const { id } = await subscribe();
    desk.answers["/hook"] = (response) => respond(response, 410, "");
    await signUp();
    const waiting = await signUp();
    await deliver();
    expect(received()).toHaveLength(1);
    const [webhook] = await webhooks();
    expect(webhook).toMatchObject({ isActive: false, offReason: "gone", waiting: 1 });
    const { rows } = (await (await admin("GET", "to-do")).json()) as { rows: ToDoRow[] };
    expect(rows).toContainEqual(
      expect.objectContaining({ level: "notice", sentence: "Un webhook est désactivé", link: "webhooks" }),
    );
    delete desk.answers["/hook"];
    await admin("PUT", `webhooks/${id}`, {
      url: `${desk.receiver.url}/hook`,
      events: ["signup.created"],
      personal: false,
      isActive: true,
      version: webhook?.version,
    });
    await deliver();
    expect(ids(received().slice(1))).toEqual([waiting]);
  });

  test("deliveries that fail for five days switch the endpoint off", async () => {
    await subscribe();
    desk.answers["/hook"] = (response) => respond(response, 503, "");
    for (let count = 0; count < 10; count += 1) await signUp();
    for (let elapsed = 0; elapsed < 6 * day; elapsed += 2 * hour) {
      const isOn = (await webhooks())[0]?.isActive;
      if (elapsed < 5 * day) expect(isOn, `${elapsed / hour} h`).toBe(true);
      await deliverAfter(2 * hour);
      desk.owner = await desk.harness.signIn({ superAdmin: true });
    }
    expect((await webhooks())[0]).toMatchObject({ isActive: false, offReason: "failing" });
    const count = received().length;
    await deliverAfter(day);
    expect(received()).toHaveLength(count);
    expect(await query("select kind from admin_notices")).toEqual([{ kind: "webhook_off" }]);
  });

  test("deliveries have two signatures for 24 hours after a rotation", async () => {
    const { id, secret } = await subscribe();
    const { secret: next } = (await (await admin("POST", `webhooks/${id}/secret`)).json()) as {
      secret: string;
    };
    await signUp();
    await deliver();
    await signUp();
    await deliverAfter(day + minute);
    const [both, one] = received();
    expect([isSigned(both as HttpCall, secret), isSigned(both as HttpCall, next)]).toEqual([true, true]);
    expect([isSigned(one as HttpCall, secret), isSigned(one as HttpCall, next)]).toEqual([false, true]);
  });

  test("deliveries keep the signature of the receiver's secret when the new one is replaced again", async () => {
    const { id, secret } = await subscribe();
    await admin("POST", `webhooks/${id}/secret`);
    const { secret: last } = (await (await admin("POST", `webhooks/${id}/secret`)).json()) as {
      secret: string;
    };
    await signUp();
    await deliver();
    const [call] = received();
    expect([isSigned(call as HttpCall, secret), isSigned(call as HttpCall, last)]).toEqual([true, true]);
  });

  // registre: 21
  test("deliveries have name and address if a super administrator selected them, unless the processing is limited", async () => {
    await subscribe(["signup.created", "signup.deleted"], { personal: true });
    const id = await signUp();
    await deliver();
    const limited = await signUp();
    await query("update beta_signups set limited_at = now() where id = $1", [limited]);
    await deliver();
    await admin("DELETE", `signups/user/${id}`);
    await deliver();
    const [shown, hidden, deleted] = received().map(bodyOf);
    expect(shown?.data).toMatchObject({
      id,
      person: { firstname: "Zoé", name: "Martin", email: expect.stringContaining("@exemple.fr") },
    });
    expect(hidden?.data).not.toHaveProperty("person");
    expect(deleted).toMatchObject({ type: "signup.deleted", data: { id } });
    expect(deleted?.data).not.toHaveProperty("person");
    expect(await findTransmissions(desk.harness.db, [id])).toMatchObject([
      { event: "signup.created", at: expect.any(Date), personal: true },
      { event: "signup.deleted", at: expect.any(Date), personal: false },
    ]);
    expect(JSON.stringify(await query("select * from webhook_events, webhook_deliveries"))).not.toMatch(
      /Martin|exemple/,
    );
  });

  test("deliveries of deletions wait while an endpoint that received personal fields is off", async () => {
    const { id } = await subscribe(["signup.created", "signup.deleted"], { personal: true });
    const signup = await signUp();
    await deliver();
    const [webhook] = await webhooks();
    const settings = { url: webhook?.url, events: webhook?.events, personal: true };
    await admin("PUT", `webhooks/${id}`, { ...settings, isActive: false, version: webhook?.version });
    await signUp();
    await admin("DELETE", `signups/user/${signup}`);
    await deliver();
    const off = (await webhooks())[0];
    expect(off).toMatchObject({ isActive: false, waiting: 1 });
    await admin("PUT", `webhooks/${id}`, { ...settings, isActive: true, version: off?.version });
    await deliver();
    expect(received().slice(1).map(bodyOf)).toMatchObject([{ type: "signup.deleted", data: { id: signup } }]);
  });

  // registre: 21
  test("deliveries of deletions go on when an endpoint that received personal fields no longer gets them", async () => {
    const { id } = await subscribe(["signup.created", "signup.deleted"], { personal: true });
    const [signup, other] = [await signUp(), await signUp()];
    await deliver();
    const edit = async (events: WebhookEvent[], isActive: boolean) => {
      const [{ url, version } = {}] = await webhooks();
      const change = { url, events, personal: false, isActive, version };
      return (await admin("PUT", `webhooks/${id}`, change)).status;
    };
    expect(await edit(["signup.created"], true)).toBe(400);
    expect(await edit(["signup.created", "signup.deleted"], true)).toBe(200);
    expect(await edit(["signup.created"], true)).toBe(400);
    expect((await webhooks())[0]).toMatchObject({ personal: false, hadPersonal: true });
    await admin("DELETE", `signups/user/${signup}`);
    await deliver();
    expect(await edit(["signup.deleted"], false)).toBe(200);
    await admin("DELETE", `signups/user/${other}`);
    await deliver();
    expect(await edit(["signup.deleted"], true)).toBe(200);
    await deliver();
    expect(received().slice(2).map(bodyOf)).toMatchObject([
      { type: "signup.deleted", data: { id: signup } },
      { type: "signup.deleted", data: { id: other } },
    ]);
  });

  test("deliveries of a killed worker are repeated when its lease has ended", async () => {
    await subscribe();
    const id = await signUp();
    await query(
      "update webhook_endpoints set leased_by = gen_random_uuid(), leased_until = now() + interval '1 minute'",
    );
    await deliver();
    expect(received()).toEqual([]);
    await query("update webhook_endpoints set leased_until = now() - interval '1 second'");
    await deliver();
    expect(ids(received())).toEqual([id]);
  });

  test("deliveries that a stopping server interrupts are made by the next server", async () => {
    await subscribe();
    desk.answers["/hook"] = () => {};
    const id = await signUp();
    const stopped = desk.harness.compose();
    const delivering = stopped.webhooks.deliverDue();
    await vi.waitFor(() => expect(received()).toHaveLength(1));
    await stopped.webhooks.stop();
    await delivering;
    expect(await query("select status, attempts from webhook_deliveries")).toEqual([
      { status: "waiting", attempts: 0 },
    ]);
    desk.answers = {};
    await deliver();
    expect(ids(received())).toEqual([id, id]);
  });

  test("deliveries wait while a restore holds mail, and deliveries of the backup are cancelled", async () => {
    await subscribe();
    await signUp();
    await desk.harness.webhooks.deliverDue();
    await signUp();
    await query("update webhook_deliveries set status = 'waiting'");
    await query("insert into mail_hold (backup_made_at) values (now())");
    await desk.harness.db.transaction((tx) => cancelWaitingDeliveries(tx));
    const since = await signUp();
    await deliverAfter(hour);
    expect(received()).toHaveLength(1);
    await query("delete from mail_hold");
    await deliver();
    expect(ids(received().slice(1))).toEqual([since]);
    expect(await query("select status from webhook_deliveries order by id")).toEqual([
      { status: "cancelled" },
      { status: "delivered" },
    ]);
  });

  // registre: 21
  test("deliveries are deleted after 30 days, with their events", async () => {
    await subscribe();
    await signUp();
    await deliver();
    desk.ahead = 29 * day;
    await deleteOldDeliveries({ db: desk.harness.db, now });
    expect(await query("select 1 from webhook_deliveries")).toHaveLength(1);
    desk.ahead = 31 * day;
    await deleteOldDeliveries({ db: desk.harness.db, now });
    expect(await query("select 1 from webhook_events, webhook_deliveries")).toEqual([]);
  });

  // registre: 21
  test("deletions that wait for a webhook that is off stay until it is on again and got them", async () => {
    const { id } = await subscribe(["signup.created", "signup.deleted"], { personal: true });
    const signup = await signUp();
    await deliver();
    const setActive = async (isActive: boolean) => {
      const [{ url, events, personal, version } = {}] = await webhooks();
      const change = { url, events, personal, isActive, version };
      expect((await admin("PUT", `webhooks/${id}`, change)).status).toBe(200);
    };
    await setActive(false);
    await admin("DELETE", `signups/user/${signup}`);
    await deliver();
    desk.ahead = 400 * day;
    await deleteOldDeliveries({ db: desk.harness.db, now });
    expect(await query("select type from webhook_events")).toEqual([{ type: "signup.deleted" }]);
    desk.ahead = 0;
    await setActive(true);
    await deliver();
    expect(received().slice(1).map(bodyOf)).toMatchObject([{ type: "signup.deleted", data: { id: signup } }]);
    desk.ahead = 400 * day;
    await deleteOldDeliveries({ db: desk.harness.db, now });
    expect(await query("select type from webhook_events")).toEqual([]);
  });

  test("deletions that wait for a deleted webhook are deleted after 30 days", async () => {
    const { id } = await subscribe(["signup.created", "signup.deleted"], { personal: true });
    const signup = await signUp();
    desk.answers["/hook"] = (response) => respond(response, 500, "");
    await admin("DELETE", `signups/user/${signup}`);
    await deliver();
    await admin("DELETE", `webhooks/${id}`);
    desk.ahead = 31 * day;
    await deleteOldDeliveries({ db: desk.harness.db, now });
    expect(await query("select type from webhook_events")).toEqual([]);
  });

  test("deliveries with a secret of another AUTH_SECRET fail with that reason", async () => {
    await subscribe();
    await query("update webhook_endpoints set secret_sealed = 'v1.x'");
    await signUp();
    await deliver();
    expect(received()).toEqual([]);
    expect(await query("select status, error from webhook_deliveries")).toEqual([
      { status: "waiting", error: "unreadable" },
    ]);
  });
});
