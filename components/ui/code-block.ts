/** Look of a command or an answer, with its copy button on the right. */
export const CODE_BLOCK =
  "flex items-start justify-between gap-3 rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-meta leading-5 tracking-snug whitespace-pre-wrap text-ink wrap-anywhere";
