import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { Versioned } from "#contract/version.schema.ts";
import { showRefusal } from "#web/admin/ui/focus.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type Edit, isSame, mergeEdit, type Together } from "./merge-edit.ts";

type FormHandle<Values> = Pick<
  UseFormReturnType<Values>,
  | "values"
  | "getValues"
  | "getInitialValues"
  | "setValues"
  | "setInitialValues"
  | "resetDirty"
  | "setErrors"
  | "clearErrors"
>;

type Options<Values, Item, Start extends Item | null> = {
  form: FormHandle<Values>;
  /** The item as the server last returned it; null for a new one. */
  item: Start;
  valuesOf: (item: Item) => Values;
  schema: z.ZodType<Item>;
  together?: Together<Values>;
  /** Sends the values with the version of `start`, on which they are based. */
  save: (values: Values, start: Item | Start) => void;
  /** Removes the refusal from the screen. */
  forgetFailure: () => void;
};

/** True when another admin saved first. */
export function isStale(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === "stale";
}

type Stale<Values, Item> = { present: Item; message: string; edit: Edit<Values> };

/**
 * A form that knows the version on which it is based. Server values replace only unchanged fields. A stale save
 * asks which version to keep (`StaleDialog`).
 */
export function useVersionedForm<
  Values extends Record<string, unknown>,
  Item extends Versioned,
  Start extends Item | null,
>({ form, item, valuesOf, schema, together = [], save, forgetFailure }: Options<Values, Item, Start>) {
  const [start, setStart] = useState<Item | Start>(item);
  const [stale, setStale] = useState<Stale<Values, Item> | null>(null);
  /** The values of the save that is under way. */
  const submitted = useRef<Values | null>(null);
  // Reads the form, because a response may reach a callback of an earlier render.
  const isDirty = (values: Values) => !isSame(values, form.getInitialValues());

  const startFrom = (present: Item, values: Values) => {
    setStart(present);
    form.setInitialValues(valuesOf(present));
    form.setValues(values);
    form.resetDirty(valuesOf(present));
  };
  const submit = (values: Values, base: Item | Start) => {
    submitted.current = values;
    save(values, base);
  };
  const editOn = (present: Item): Edit<Values> => ({
    start: form.getInitialValues(),
    mine: form.getValues(),
    present: valuesOf(present),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new response, and when a decision has ended.
  useEffect(() => {
    if (!item || !start || item === start || stale || item.version < start.version) return;
    // The answer to a save is merged by `saved`, which knows what was typed since.
    if (submitted.current) return;
    // A change without a new version, such as a switch in the list, is merged into the form's unsaved values.
    const joins = item.version === start.version;
    if (!joins && isDirty(form.getValues())) return;
    startFrom(item, mergeEdit(editOn(item), together));
  }, [item, stale]);

  return {
    /** The version on which the form's values are based. */
    start,
    dirty: isDirty(form.values),
    stale,
    together,
    submit: (values: Values) => submit(values, start),
    /** To be called when the server accepted the save. Changes since the submit stay, unsaved. */
    saved(present: Item) {
      const mine = form.getValues();
      const edit = { start: submitted.current ?? mine, mine, present: valuesOf(present) };
      submitted.current = null;
      startFrom(present, mergeEdit(edit, together));
    },
    /** To be called when the server refused the save: shows the errors beside the fields, or asks which version to keep. */
    failed(error: Error) {
      submitted.current = null;
      if (!(error instanceof ApiFailure)) return;
      const present = isStale(error) ? schema.safeParse(error.problem.current).data : undefined;
      if (present) setStale({ present, message: error.message, edit: editOn(present) });
      else showRefusal(form, error);
    },
    continueEditing: () => setStale(null),
    takePresent() {
      if (!stale) return;
      startFrom(stale.present, stale.edit.present);
      form.clearErrors();
      forgetFailure();
      setStale(null);
    },
    keepMine() {
      if (!stale) return;
      const values = mergeEdit(stale.edit, together);
      startFrom(stale.present, values);
      setStale(null);
      submit(values, stale.present);
    },
  };
}

export type StaleEdit<Values> = {
  stale: { message: string; edit: Edit<Values> } | null;
  together: Together<Values>;
  continueEditing: () => void;
  takePresent: () => void;
  keepMine: () => void;
};
