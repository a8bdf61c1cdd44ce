create table news (
  id integer generated always as identity primary key,
  key text not null unique,
  title text not null,
  summary text not null,
  category text not null check (category in ('research', 'policy', 'patient_story', 'drug_approval')),
  source text not null,
  source_url text,
  published_at timestamptz(3) not null,
  content text not null,
  content_html text not null
);

create index news_published_at on news (published_at, id);
create index news_category_published_at on news (category, published_at, id);

create table news_diseases (
  news_id integer not null references news on delete cascade,
  disease_id integer not null references diseases on delete cascade,
  place integer not null,
  primary key (news_id, disease_id)
);

-- Which content that ships with the server has been loaded, and in which version.
create table content_versions (
  name text primary key,
  version text not null
);
