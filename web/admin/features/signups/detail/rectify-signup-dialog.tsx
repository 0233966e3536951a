import type { Audience } from "#contract/audience.ts";
import type { SignupDetail } from "#contract/signup.schema.ts";
import { useRectifySignup } from "#web/admin/features/signups/signups.api.ts";
import { RectifyDialog } from "#web/admin/ui/rectification/rectify-dialog.tsx";

type Props = { audience: Audience; signup: SignupDetail; onClose: () => void };

export function RectifySignupDialog({ audience, signup, onClose }: Props) {
  const save = useRectifySignup(audience, signup.id);
  return <RectifyDialog audience={audience} signup={signup} save={save} onClose={onClose} />;
}
