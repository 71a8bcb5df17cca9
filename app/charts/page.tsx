import { redirect } from "next/navigation";

/** The first of the charts. */
export default function ChartsPage(): never {
  redirect("/charts/tps");
}
