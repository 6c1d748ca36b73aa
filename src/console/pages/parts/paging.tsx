/** Links to further pages of a list. */
export function Paging({ label, links }: { label: string; links: { title: string; href: string | undefined }[] }) {
  const shown = links.flatMap(({ title, href }) => (href === undefined ? [] : [{ title, href }]))
  if (shown.length === 0) return null
  return (
    <nav class="paging" aria-label={label}>
      {shown.map(({ title, href }) => (
        <a key={title} href={href}>
          {title}
        </a>
      ))}
    </nav>
  )
}
