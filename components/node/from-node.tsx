import { TimeAgo } from "@/components/ui/time-ago";

/** Which of the two said it: the node itself, by which method, and when. */
export function FromNode({ method, askedAt }: { method: string; askedAt: number }) {
  return (
    <>
      From the node itself (<code className="font-mono text-small">{method}</code>),{" "}
      <TimeAgo at={askedAt} ago />.
    </>
  );
}
