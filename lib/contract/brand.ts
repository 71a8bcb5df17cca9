import { z } from "zod";

/** The file that FIRN_BRAND names: what an explorer of one's own is called and looks like. */

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, "must be a colour like #1659b5");
const line = (most: number) => z.string().trim().min(1, "must not be empty").max(most);

const link = z.strictObject({
  label: line(40),
  /** Elsewhere, or a page of this Firn. */
  href: z
    .string()
    .max(500)
    .refine(
      (href) => /^\/(?!\/)/.test(href) || (URL.canParse(href) && /^https?:$/.test(new URL(href).protocol)),
      "must be a URL of http or https, or a path like /l1s",
    ),
});

export const brandSettings = z.strictObject({
  name: line(40),
  /** What the home page says first, in paragraphs. */
  home: z.array(line(600)).max(5).optional(),
  /** The colour of the mark and of what is current, in light and dark. */
  accent: z.strictObject({ light: colour, dark: colour }).optional(),
  /** An image beside this file. */
  logo: z
    .string()
    .regex(/\.(svg|png|webp)$/i, "must be an svg, png or webp file")
    .optional(),
  links: z.array(link).max(6).optional(),
});

export type BrandSettings = z.output<typeof brandSettings>;
