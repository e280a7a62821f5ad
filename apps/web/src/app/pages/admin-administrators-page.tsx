import { PageHeading } from "../../ui/page-heading.tsx";

export default function AdminAdministratorsPage() {
  return <PageHeading title="Administrators" />;
}
