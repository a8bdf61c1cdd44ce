-- The catalogue has one version, in the only row of this table. Each save or retirement that changes a disease raises
-- it and holds the row until it commits, so versions are committed in their order.
create table catalogue (
  one boolean primary key default true check (one),
  version integer not null,
  -- The number of diseases that are not retired: the total of the list.
  listed integer not null
);

insert into catalogue (version, listed) values (1, 0);

create table categories (
  id integer generated always as identity primary key,
  name text not null unique,
  -- The number of diseases of the category that are not retired: the total of a filtered list.
  disease_count integer not null default 0
);

create table diseases (
  id integer generated always as identity primary key,
  -- The permanent name of the disease in its source files.
  key text not null unique,
  name text not null,
  -- The name in folded form: the order of the list.
  sort_key text not null,
  description text,
  sources jsonb not null,
  -- The version of the catalogue that last changed the disease.
  version integer not null,
  retired boolean not null default false,
  -- The disease that replaces a retired one; never a retired disease that has a successor itself.
  successor_id integer references diseases on delete set null,
  onset jsonb not null default '[]',
  inheritance jsonb not null default '[]',
  prevalence jsonb not null default '[]',
  genes jsonb not null default '[]',
  -- How well known the disease is: decides between equal search results.
  prominence integer not null default 0,
  constraint diseases_successor_of_retired check (retired or successor_id is null)
);

-- Serves the list, which holds no retired diseases.
create index diseases_listed on diseases (sort_key collate "C", id) where not retired;
-- Serves the search index in memory, which reads the changes since a version.
create index diseases_version on diseases (version, id);
create index diseases_successor_id on diseases (successor_id);

create table disease_categories (
  disease_id integer not null references diseases on delete cascade,
  category_id integer not null references categories on delete cascade,
  primary key (disease_id, category_id)
);

create index disease_categories_category_id on disease_categories (category_id, disease_id);

-- A disease and the diseases that it is a direct subtype of.
create table disease_parents (
  disease_id integer not null references diseases on delete cascade,
  parent_id integer not null references diseases on delete cascade,
  primary key (disease_id, parent_id),
  check (disease_id <> parent_id)
);

create index disease_parents_parent_id on disease_parents (parent_id, disease_id);

create table disease_names (
  disease_id integer not null references diseases on delete cascade,
  kind text not null check (kind in ('name', 'synonym', 'abbreviation')),
  -- The order of the names of one kind of a disease, from 0.
  position integer not null,
  name text not null,
  -- The name in folded form.
  key text not null,
  primary key (disease_id, kind, position)
);

create index disease_names_key on disease_names (key text_pattern_ops);

-- The codes of a disease by vocabulary. Codes of the vocabulary "retired" are those of diseases that it succeeds.
create table disease_codes (
  disease_id integer not null references diseases on delete cascade,
  system text not null,
  position integer not null,
  code text not null,
  -- The code in the form that look-ups compare: folded, and without the point of ICD-10.
  key text not null,
  primary key (disease_id, system, position)
);

create index disease_codes_key on disease_codes (key text_pattern_ops);

create table user_diseases (
  user_id integer not null references users on delete cascade,
  disease_id integer not null references diseases on delete cascade,
  position integer not null,
  primary key (user_id, disease_id)
);

create index user_diseases_disease_id on user_diseases (disease_id);
