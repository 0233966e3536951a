import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { z } from "zod";

/** The parameters of an address: what each may hold, and by `catch` what it is when absent or not understood. */
export type AddressSchema = z.ZodObject<Record<string, z.ZodType<string | number | null>>>;

/** Reads an untrusted address: invalid values mean the default. */
export function readAddress<Schema extends AddressSchema>(
  schema: Schema,
  query: URLSearchParams,
): z.infer<Schema> {
  return schema.parse(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, query.get(name)])));
}

/** The address after a change. Defaults are left out of it; parameters that the schema does not know stay. */
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

/** One of a few words. */
export function wordParameter<Word extends string, Default extends Word>(
  words: readonly Word[],
  otherwise: Default,
) {
  return z.enum(words).catch(otherwise);
}

/** Free text, cut to the server's limit. */
export function textParameter(maxLength: number) {
  return z
    .string()
    .catch("")
    .transform((text) => text.slice(0, maxLength));
}

/** The id of what is opened or looked for; null without. */
export const idParameter = z.string().nullable();

/** The same, where an id that cannot be one counts as none. */
export const uuidParameter = z.guid().nullable().catch(null);

type Options = {
  /** Without a new entry in the history. */
  replace?: boolean;
};

/**
 * What a screen keeps in its address: filters, page, what is opened. `change` keeps the rest of the address, `restart` begins a
 * new one. What follows from the present state ("the next page") is a function of the newest one.
 * @param schema a constant outside the component
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
 * A change starts from the newest query, also while an earlier change is still on its way into the address: two quick clicks on
 * two filters both count. It goes through the router, which may hold it: a form with unsaved changes asks first.
 */
function useQuery() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const pending = useRef<string | null>(null);
  const arrived = useRef(location.search);
  const query = useMemo(() => new URLSearchParams(location.search), [location.search]);

  useEffect(() => {
    arrived.current = location.search;
    const own = new URLSearchParams(location.search).toString() === pending.current;
    if (own || navigationType === "POP") pending.current = null;
  }, [location, navigationType]);

  const put = useCallback(
    (next: (query: URLSearchParams) => URLSearchParams, { replace = false }: Options = {}) => {
      pending.current = next(new URLSearchParams(pending.current ?? arrived.current)).toString();
      // At once: a transition would give way to other renders meanwhile.
      void navigate({ search: pending.current }, { replace, preventScrollReset: true, flushSync: true });
    },
    [navigate],
  );
  return { query, put };
}

/** Keeps an object's identity while its content is the same, for memoized components. */
export function useStableValue<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text), [text]);
}
