import { schemaResolver, useForm } from "@mantine/form";
import {
  type MutationState,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { singleEmailSchema } from "#contract/email.schema.ts";
import { mailLogKey, useInvalidateMailLog } from "#web/admin/mail-kit/mail-kit.api.ts";
import { useSessionDraft } from "#web/admin/mail-kit/use-session-draft.ts";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { mergeEdit } from "#web/admin/ui/versions/merge-edit.ts";
import { api, unwrap } from "#web/lib/api.ts";

const { email } = api.api.admin;
const sendKey = ["send-single"] as const;
const sendSingle = (json: SingleValues) => unwrap(email.single.$post({ json }));

/** `onSent` is also called when the admin has left the screen meanwhile. */
function useSendSingle(onSent: (sent: SingleValues) => void) {
  const onSettled = useInvalidateMailLog();
  return useMutation({
    mutationKey: sendKey,
    mutationFn: sendSingle,
    onSuccess: (_outcome, sent) => onSent(sent),
    onSettled,
  });
}

/** The send that was under way when this screen opened, after it had been left; idle when there was none. */
function useEarlierSend() {
  const cache = useQueryClient().getMutationCache();
  const [earlier] = useState(() => cache.find({ mutationKey: sendKey, status: "pending" }));
  const [state] = useMutationState({
    filters: { predicate: (one) => one === earlier },
    select: (one) => one.state as MutationState<Awaited<ReturnType<typeof sendSingle>>, Error, SingleValues>,
  });
  return {
    data: state?.data,
    error: state?.error ?? null,
    variables: state?.variables,
    isIdle: state === undefined,
    isPending: state?.status === "pending",
    reset: () => earlier && cache.remove(earlier),
  };
}

/** Earlier messages to an address, and the reasons why it is blocked. Invalidated with the log on every send. */
export function recipientFactsQuery(address: string) {
  return queryOptions({
    queryKey: [...mailLogKey, "recipient", address],
    queryFn: () => unwrap(email.recipient.$post({ json: { email: address } })),
    enabled: address !== "",
    staleTime: 0,
    retry: false,
  });
}

export type SingleValues = {
  recipientEmail: string;
  recipientName: string;
  subject: string;
  content: string;
  format: "text" | "html";
};

const empty: SingleValues = {
  recipientEmail: "",
  recipientName: "",
  subject: "",
  content: "",
  format: "html",
};

/** A content can only be read in its own format. */
const together = [["content", "format"]] as const;

/** The form, which is emptied after the message was sent or simulated. Typed text survives the end of the session. */
export function useSingleForm() {
  const draft = useSessionDraft("single-email", empty);
  const form = useForm<SingleValues>({
    initialValues: draft.initial,
    validate: schemaResolver(singleEmailSchema, { sync: true }),
    onValuesChange: draft.keep,
  });
  const clear = (sent: SingleValues) => {
    // What was typed while the message was being sent stays.
    form.setValues(mergeEdit({ start: sent, mine: form.getValues(), present: empty }, together));
    form.resetDirty(empty);
    form.clearErrors();
  };
  const { mutate, ...own } = useSendSingle(clear);
  const earlier = useEarlierSend();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the earlier send has succeeded.
  useEffect(() => {
    if (earlier.data && earlier.variables) clear(earlier.variables);
  }, [earlier.data]);
  const submit = form.onSubmit((values) => {
    earlier.reset();
    mutate(values, { onError: (error) => showRefusal(form, error) });
  }, focusFirstError);
  return { form, send: own.isIdle ? earlier : own, submit };
}

export type SingleFormHandle = ReturnType<typeof useSingleForm>["form"];

/** Texts of the specification, which must not be reworded. */
export const singleTexts = {
  settingsUnreadable: "Impossible de récupérer les paramètres d'email",
  sendFailed: "Une erreur s'est produite lors de l'envoi de l'email",
} as const;
