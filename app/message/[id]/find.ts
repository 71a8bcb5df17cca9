import { cache } from "react";
import { type Find, moved } from "@/app/existence";
import { api } from "@/app/server";
import { getMessage, type MessageDetail } from "@/lib/contract/firn/messages";
import { hrefTo, type PageQuery } from "@/lib/contract/pages";

/** A message by its id. @throws FirnError */
export const readMessage: (messageId: string) => Promise<MessageDetail> = cache((messageId) =>
  api().get(getMessage, { params: { messageId } }),
);

/** The messenger's message has one page, also under the id of the Warp message that carries it. */
export const findMessage: Find<"message", MessageDetail, MessageQuery> = async ({
  params: { id },
  query,
}) => {
  const found = await readMessage(id);
  const { messageId } = found;
  return id === messageId
    ? { found }
    : moved(hrefTo("message", { id: messageId }, MESSAGE_QUERY.write(query)));
};

/** The number of the validator, counted from 1, after which the list of signatures starts. */
export interface MessageQuery {
  after?: number;
}

export const MESSAGE_QUERY: PageQuery<"message", MessageQuery> = {
  read: ({ after }) => {
    if (after === undefined) return {};
    return typeof after === "string" && /^\d{1,5}$/.test(after) ? { after: Number(after) } : undefined;
  },
  write: ({ after }) => (after === undefined ? {} : { after: String(after) }),
};
