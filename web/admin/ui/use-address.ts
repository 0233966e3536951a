import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { z } from "zod";
import { useLeft } from "./use-left.ts";

/** The parameters of an address. `catch` gives the value of an absent or invalid parameter. */
export type AddressSchema = z.ZodObject<Record<string, z.ZodType<string | number | null>>>;

/** Reads an untrusted address. Invalid values become the default. */
export function readAddress<Schema extends AddressSchema>(
  schema: Schema,
  query: URLSearchParams,
): z.infer<Schema> {
  return schema.parse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, query.get(name)])));
}

/** The query after a change. Omits default values and keeps parameters that the schema does not know. */
export function changeAddress<Schema extends AddressSchema>(
  schema: Schema,
  query: URLSearchParams,
  change: Partial<z.infer<Schema>>,
): URLSearchParams {
  const defaults: Record<string, unknown> = readAddress(schema, new URLSearchParams());
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ ...readAddress(schema, query), ...change })) {
    if (value === defaults[name]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** A parameter with a fixed list of values. */
export function wordParameter<Word extends string, Default extends Word>(
  words: readonly Word[],
  otherwise: Default,
) {
  return z.enum(words).catch(otherwise);
}

/** A parameter of free text, cut to the server's limit. */
export function textParameter(maxLength: number) {
  return z
    .string()
    .catch("")
    .transform((text) => text.slice(0, maxLength));
}

/** The UUID of an opened item. An invalid one becomes null, because the API client does not encode ids in paths. */
export const uuidParameter = z.guid().nullable().catch(null);

type Options = {
  /** True: creates no new entry in the history. */
  replace?: boolean;
};

/**
 * The state that a screen keeps in its address: filters, page, opened item. `change` keeps the other parameters, `restart`
 * drops them. A change that depends on the current state ("the next page") is a function of the newest state.
 * @param schema must be a constant outside the component
 */
export function useAddress<Schema extends AddressSchema>(schema: Schema) {
  type Change = Partial<z.infer<Schema>>;
  const { query, put } = useQuery();
  const state = useMemo(() => readAddress(schema, query), [schema, query]);
  const change = useCallback(
    (next: Change | ((newest: z.infer<Schema>) => Change), options?: Options) =>
      put((current) => {
        const changed = typeof next === "function" ? next(readAddress(schema, current)) : next;
        return changeAddress(schema, current, changed);
      }, options),
    [schema, put],
  );
  const restart = useCallback(
    (next: Change) => put(() => changeAddress(schema, new URLSearchParams(), next)),
    [schema, put],
  );
  return { state, change, restart };
}

/**
 * Each change starts from the newest query, even when an earlier change has not reached the address yet, so that two quick clicks
 * on two filters both count. The router may block a change, because a form with unsaved changes asks first.
 */
function useQuery() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const pending = useRef<string | null>(null);
  const arrived = useRef(location.search);
  const left = useLeft();
  const query = useMemo(() => new URLSearchParams(location.search), [location.search]);

  useEffect(() => {
    arrived.current = location.search;
    const own = new URLSearchParams(location.search).toString() === pending.current;
    if (own || navigationType === "POP") pending.current = null;
  }, [location, navigationType]);

  const put = useCallback(
    (next: (query: URLSearchParams) => URLSearchParams, { replace = false }: Options = {}) => {
      // A late response must not change the address of the screen that was opened meanwhile.
      if (left.current) return;
      pending.current = next(new URLSearchParams(pending.current ?? arrived.current)).toString();
      // Flushed, because a transition would be interrupted by other renders.
      void navigate({ search: pending.current }, { replace, preventScrollReset: true, flushSync: true });
    },
    [navigate, left],
  );
  return { query, put };
}

/** Keeps an object's identity while its content is the same, for memoized components. */
export function useStableValue<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}
