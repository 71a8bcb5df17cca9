import type { Metadata } from "next";
import type { ReactNode } from "react";
import "../styles/admin.css";

export const metadata: Metadata = { title: "Admin" };

export default function AdminLayout({ children }: { children: ReactNode }) {
  return children;
}
