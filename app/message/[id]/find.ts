import { cache } from "react";
import { type Find, moved } from "@/app/existence";
import { api } from "@/app/server";
import { getMessage, type MessageDetail } from "@/lib/contract/firn/messages";
import { hrefTo } from "@/lib/contract/pages";

/** A message by its id. @throws FirnError */
export const readMessage: (messageId: string) => Promise<MessageDetail> = cache((messageId) =>
  api().get(getMessage, { params: { messageId } }),
);

/** The messenger's message has one page, also under the id of the Warp message that carries it. */
export const findMessage: Find<"message", MessageDetail> = async ({ params: { id } }) => {
  const found = await readMessage(id);
  const { messageId } = found;
  return id === messageId ? { found } : moved(hrefTo("message", { id: messageId }));
};
