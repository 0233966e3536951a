import { SignupsScreen } from "./signups-screen.tsx";

export default function BrandSignupsScreen() {
  return <SignupsScreen audience="brand" />;
}
