create table news (
  id integer generated always as identity primary key,
  -- The permanent name of the item in its source.
  key text not null unique,
  title text not null,
  summary text not null,
  category text not null check (category in ('research', 'policy', 'patient_story', 'drug_approval')),
  source text not null,
  source_url text,
  published_at timestamptz(3) not null,
  content text not null,
  content_html text not null,
  -- A hash of the feed's item: the same item again costs no work.
  digest text,
  -- The lexemes of title (weight A), then summary, source and content, made by the program.
  search tsvector not null
);

create index news_published_at on news (published_at, id);
create index news_category_published_at on news (category, published_at, id);
create index news_search on news using gin (search);

create table news_diseases (
  news_id integer not null references news on delete cascade,
  disease_id integer not null references diseases on delete cascade,
  position integer not null,
  primary key (news_id, disease_id)
);

create index news_diseases_disease_id on news_diseases (disease_id);

-- The content that ships with the server and has been loaded, and its version.
create table content_versions (
  name text primary key,
  version text not null
);

-- The state of each feed that is polled. URLs are stored without user and password.
create table feeds (
  url text primary key,
  -- The time of the next poll; while an instance polls the feed, the end of its lease.
  next_poll_at timestamptz(3) not null,
  etag text,
  last_modified text,
  -- The number of failures since the last success, and the reason of the newest.
  failures integer not null default 0,
  last_error text,
  -- The feed answered 410 and is polled no more.
  gone boolean not null default false
);
