import { PageHeading } from "../../ui/page-heading.tsx";

export default function AdminAuditPage() {
  return <PageHeading title="Audit log" />;
}
