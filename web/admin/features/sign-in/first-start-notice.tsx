import { Alert, Anchor } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { setUpStateQuery } from "./sign-in.api.ts";

/** Also shown when the state cannot be read: whoever starts for the first time must find the way. */
export function FirstStartNotice() {
  const state = useQuery(setUpStateQuery);
  if (state.isPending || (state.data && !state.data.required)) return null;
  return (
    <Alert variant="light" color="blue" icon={<IconSparkles aria-hidden />}>
      <Anchor component={Link} to="/admin/setup" c="inherit" underline="always">
        first start? you must configure an admin account
      </Anchor>
    </Alert>
  );
}
