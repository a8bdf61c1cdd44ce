-- Sessions of browsers, which may last up to 90 days; their tokens are replaced each day.
alter table sessions
  add kind text not null default 'program' check (kind in ('program', 'browser')),
  add last_used_at timestamptz(3),
  -- The latest end of a session that a browser keeps, until which its use puts off expires_at.
  add kept_until timestamptz(3) check (kept_until >= expires_at),
  -- Of the newest token: when it was made, and what with, until it is used. Null for the first token of a session.
  add token_made_at timestamptz(3),
  add token_salt text,
  -- The token before the newest; it ends once the newest has been used.
  add previous_hash text unique,
  add previous_expires_at timestamptz(3);
