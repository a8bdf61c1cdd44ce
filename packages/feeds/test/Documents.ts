/** An RSS 2.0 feed of invented news with these items. */
export const rss = (items: string, attributes = "", head = ""): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:atom="http://www.w3.org/2005/Atom" ${attributes}>
<channel><title>Invented Newsroom</title><link>https://news.example/</link><description>Invented</description>
${items}
</channel></rss>`

export const atom = (entries: string, attributes = ""): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>
<title type="html">Invented &amp;amp; Sons</title><id>urn:invented</id><updated>2026-03-06T10:00:00Z</updated>
<link rel="self" href="https://atom.example/feed.atom"/><link href="https://atom.example/"/>
${entries}
</feed>`

export const rdf = (items: string): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://index.example/rss"><title>Invented index</title><link>https://index.example/</link>
<description>Invented</description></channel>
${items}
</rdf:RDF>`

/** An item of RSS 2.0. */
export const rssItem = (guid: string, title: string, more = ""): string =>
  `<item><guid isPermaLink="false">${guid}</guid><title>${title}</title>${more}</item>`

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
