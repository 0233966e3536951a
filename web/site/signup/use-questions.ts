import { useCallback, useEffect, useRef, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import { type FormPass, fetchQuestionnaire } from "./sign-up.api.ts";

type Loaded = { status: "loading" | "ready" | "error"; questions: Question[] };

/** The questions of an audience, with the pass that lets its form be sent. */
export function useQuestions(audience: Audience) {
  const [loaded, setLoaded] = useState<Record<Audience, Loaded>>({ user: nothing, brand: nothing });
  const passes = useRef<Partial<Record<Audience, FormPass>>>({});

  const load = useCallback(async (of: Audience): Promise<Question[] | null> => {
    try {
      const { questions, pass } = await fetchQuestionnaire(of);
      passes.current[of] = pass;
      setLoaded((all) => ({ ...all, [of]: { status: "ready", questions } }));
      return questions;
    } catch {
      // Shown as the questionnaire's error, with a way to try again.
      setLoaded((all) => ({ ...all, [of]: { ...all[of], status: "error" } }));
      return null;
    }
  }, []);

  const { status, questions } = loaded[audience];
  useEffect(() => {
    if (status === "loading") void load(audience);
  }, [status, audience, load]);

  return {
    status,
    questions,
    passes,
    /** Fetches the questions again and leaves the shown ones in place until they are there; null when they do not come. */
    reload: () => load(audience),
    /** After a failure: says that they are loading, as at first. */
    retry: () => setLoaded((all) => ({ ...all, [audience]: { ...all[audience], status: "loading" } })),
  };
}

const nothing: Loaded = { status: "loading", questions: [] };
