import { SignupsScreen } from "./signups-screen.tsx";

export default function UserSignupsScreen() {
  return <SignupsScreen audience="user" />;
}
