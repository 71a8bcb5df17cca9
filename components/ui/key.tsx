/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-1 border border-line-2 bg-surface px-[5px] font-mono text-op leading-none font-medium text-ink-3">
      {children}
    </kbd>
  );
}
