import { schemaResolver, useForm } from "@mantine/form";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { singleEmailSchema } from "#contract/email.schema.ts";
import { mailLogKey, useInvalidateMailLog } from "#web/admin/mail-kit/mail-kit.api.ts";
import { useSessionDraft } from "#web/admin/mail-kit/use-session-draft.ts";
import { focusFirstError, showRefusal } from "#web/admin/ui/focus.ts";
import { mergeEdit } from "#web/admin/ui/versions/merge-edit.ts";
import { api, unwrap } from "#web/lib/api.ts";

const { email } = api.api.admin;

/** `onSent` is also called when the admin has left the screen meanwhile. */
function useSendSingle(onSent: (sent: SingleValues) => void) {
  const onSettled = useInvalidateMailLog();
  return useMutation({
    mutationFn: (json: SingleValues) => unwrap(email.single.$post({ json })),
    onSuccess: (_outcome, sent) => onSent(sent),
    onSettled,
  });
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
  const send = useSendSingle((sent) => {
    // What was typed while the message was being sent stays.
    form.setValues(mergeEdit({ start: sent, mine: form.getValues(), present: empty }, together));
    form.resetDirty(empty);
    form.clearErrors();
  });
  const submit = form.onSubmit(
    (values) => send.mutate(values, { onError: (error) => showRefusal(form, error) }),
    focusFirstError,
  );
  return { form, send, submit };
}

export type SingleFormHandle = ReturnType<typeof useSingleForm>["form"];

/** Texts of the specification, which must not be reworded. */
export const singleTexts = {
  settingsUnreadable: "Impossible de récupérer les paramètres d'email",
  sendFailed: "Une erreur s'est produite lors de l'envoi de l'email",
} as const;
