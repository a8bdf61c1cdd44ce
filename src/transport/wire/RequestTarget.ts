/** The path of a request's target, without its query. */
export const pathnameOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ""

const absoluteForm = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]*)/i

/** Splits the target of a request (RFC 9112, 3.2) into the host of an absolute form, without a user, and the rest. */
export const parseTarget = (url: string): { readonly host: string | undefined; readonly target: string } => {
  const [prefix = "", host] = url.startsWith("/") ? [] : (absoluteForm.exec(url) ?? [])
  return { host, target: url.slice(prefix.length) }
}
