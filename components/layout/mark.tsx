/** The icon of every page, inlined to save a request. */
export const FAVICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><style>.m2{fill:#11181e}@media(prefers-color-scheme:dark){.m2{fill:#e9edf0}}</style>' +
    '<rect fill="#e12330" x="2" y="2" width="16" height="4.2" rx="1.2"/>' +
    '<rect class="m2" x="2" y="7.9" width="11" height="4.2" rx="1.2"/>' +
    '<rect class="m2" x="2" y="13.8" width="5.5" height="4.2" rx="1.2"/></svg>',
)}`;

/** The mark: three layers of snow, the newest in the accent colour. */
export function Mark() {
  return (
    <svg className="size-5" viewBox="0 0 20 20" aria-hidden="true">
      <rect className="fill-accent" x="2" y="2" width="16" height="4.2" rx="1.2" />
      <rect className="fill-ink" x="2" y="7.9" width="11" height="4.2" rx="1.2" />
      <rect className="fill-ink" x="2" y="13.8" width="5.5" height="4.2" rx="1.2" />
    </svg>
  );
}
