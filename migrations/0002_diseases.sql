create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

create table categories (
  id integer generated always as identity primary key,
  name text not null unique
);

create table diseases (
  id integer generated always as identity primary key,
  -- Names the disease in the files it comes from, for ever.
  key text not null unique,
  name text not null,
  -- The name folded in domain/SearchText.ts: the order of the list.
  sort_key text not null,
  description text,
  sources jsonb not null
);

create index diseases_sort_key on diseases (sort_key collate "C", id);

create table disease_categories (
  disease_id integer not null references diseases on delete cascade,
  category_id integer not null references categories on delete cascade,
  primary key (disease_id, category_id)
);

create index disease_categories_category_id on disease_categories (category_id, disease_id);

create table disease_names (
  disease_id integer not null references diseases on delete cascade,
  kind text not null check (kind in ('name', 'synonym', 'abbreviation')),
  -- Where the name stands among those of its disease.
  place integer not null,
  name text not null,
  -- Folded in domain/SearchText.ts: what a search is compared with.
  key text not null,
  primary key (disease_id, kind, place)
);

create index disease_names_key on disease_names (key text_pattern_ops);
create index disease_names_trigrams on disease_names using gin (key gin_trgm_ops);

create table disease_codes (
  disease_id integer not null references diseases on delete cascade,
  system text not null,
  place integer not null,
  code text not null,
  -- As domain/Disease.ts, codeKey, writes it.
  key text not null,
  primary key (disease_id, system, place)
);

create index disease_codes_key on disease_codes (key text_pattern_ops);

create table user_diseases (
  user_id integer not null references users on delete cascade,
  disease_id integer not null references diseases on delete cascade,
  place integer not null,
  primary key (user_id, disease_id)
);
