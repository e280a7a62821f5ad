import { PageHeading } from "../../ui/page-heading.tsx";

export default function AdminUserPage() {
  return <PageHeading title="User" />;
}
