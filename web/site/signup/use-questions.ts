import { useCallback, useEffect, useState } from "react";
import type { Audience } from "#contract/audience.ts";
import type { Question } from "#contract/questionnaire.ts";
import { fetchQuestions } from "./sign-up.api.ts";

type Loaded = { status: "loading" | "ready" | "error"; questions: Question[] };

/** The questions of an audience. `reload` fetches them again and leaves the shown ones in place until they are there. */
export function useQuestions(audience: Audience) {
  const [loaded, setLoaded] = useState<Record<Audience, Loaded>>({ user: nothing, brand: nothing });

  const load = useCallback(async (of: Audience) => {
    try {
      const questions = await fetchQuestions(of);
      setLoaded((all) => ({ ...all, [of]: { status: "ready", questions } }));
    } catch {
      // Shown as the questionnaire's error, with a way to try again.
      setLoaded((all) => ({ ...all, [of]: { ...all[of], status: "error" } }));
    }
  }, []);

  const { status, questions } = loaded[audience];
  useEffect(() => {
    if (status === "loading") void load(audience);
  }, [status, audience, load]);

  return { status, questions, reload: () => load(audience) };
}

const nothing: Loaded = { status: "loading", questions: [] };
