/** The variables of a server without rate limits. */
export const unlimited = {
  RATE_LIMIT_READ: "0",
  RATE_LIMIT_WRITE: "0",
  RATE_LIMIT_AUTH: "0",
  RATE_LIMIT_POST: "0",
  RATE_LIMIT_COMMENT: "0",
  RATE_LIMIT_MCP: "0"
}

/** The variables of a server with an engine for translations that is never there. */
export const withEngine = { TRANSLATE_URL: "http://127.0.0.1:9" }

/** The variables of a server with a mail server that is never there. */
export const withMail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "Community <community@example.org>" }
