import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** Says whether the first administrator must still be created. */
export const setUpStateQuery = queryOptions({
  queryKey: ["set-up"],
  queryFn: () => unwrap(api.api.setup.$get()),
  staleTime: 0,
});

/** The current session or null. Unlike /api/admin/me, this request does not fail without a session. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => unwrap(api.api.auth["get-session"].$get()),
  staleTime: 0,
});

/** Marks requests whose 401 is an answer to the form, not the end of a session. */
const meta = { anonymous: true };

export function useSignIn() {
  return useMutation({
    meta,
    mutationFn: (json: { email: string; password: string }) =>
      unwrap(api.api.auth["sign-in"].email.$post({ json })),
  });
}

export type SecondFactor = "app" | "recovery";

export function useVerifyCode() {
  const twoFactor = api.api.auth["two-factor"];
  return useMutation({
    meta,
    mutationFn: ({ code, factor }: { code: string; factor: SecondFactor }) =>
      unwrap(
        factor === "app"
          ? twoFactor["verify-totp"].$post({ json: { code } })
          : twoFactor["verify-backup-code"].$post({ json: { code } }),
      ),
  });
}

export function useSetUp() {
  return useMutation({
    meta,
    mutationFn: (json: { email: string; code: string }) => unwrap(api.api.setup.$post({ json })),
  });
}

/** The account of the link. Read only once: a second read would report the used link as an error to the admin who used it. */
export const linkOwnerQuery = (token: string) =>
  queryOptions({
    queryKey: ["link-owner", token],
    queryFn: () => unwrap(api.api.auth.link.$post({ json: { token } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export function useRedeemLink() {
  return useMutation({
    meta,
    mutationFn: (json: { token: string; newPassword: string }) =>
      unwrap(api.api.auth["reset-password"].$post({ json })),
  });
}

/** The answer never reveals whether the address is an administrator's. */
export function useRequestLink() {
  return useMutation({
    meta,
    mutationFn: (json: { email: string }) => unwrap(api.api.auth["request-password-reset"].$post({ json })),
  });
}
