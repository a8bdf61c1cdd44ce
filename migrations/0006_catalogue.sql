-- One row: the version of the catalogue. Every save or retirement that changes something raises it, and holds its row
-- until it is committed, so that versions are committed in their order.
create table catalogue (
  one boolean primary key default true check (one),
  version integer not null,
  -- How many diseases are not retired, as categories.disease_count of each category: lists of thousands tell their
  -- total without counting.
  listed integer not null
);

insert into catalogue (version, listed) select 1, count(*) from diseases;

alter table categories add column disease_count integer not null default 0;

update categories set disease_count =
  (select count(*) from disease_categories where category_id = categories.id);

alter table diseases
  -- That of the save or retirement which changed the disease last.
  add column version integer not null default 1,
  add column retired boolean not null default false,
  -- Never one that has a successor of its own.
  add column successor_id integer references diseases on delete set null,
  add column onset jsonb not null default '[]',
  add column inheritance jsonb not null default '[]',
  add column prevalence jsonb not null default '[]',
  add column genes jsonb not null default '[]',
  -- How well known it is: decides between equals in a search.
  add column prominence integer not null default 0,
  add constraint diseases_successor_of_retired check (retired or successor_id is null);

alter table diseases alter column version drop default;

create index diseases_version on diseases (version, id);
create index diseases_successor_id on diseases (successor_id);

-- The list holds no retired ones.
drop index diseases_sort_key;
create index diseases_listed on diseases (sort_key collate "C", id) where not retired;

-- A disease and what it is directly a kind of.
create table disease_parents (
  disease_id integer not null references diseases on delete cascade,
  parent_id integer not null references diseases on delete cascade,
  primary key (disease_id, parent_id),
  check (disease_id <> parent_id)
);

create index disease_parents_parent_id on disease_parents (parent_id, disease_id);

-- Searches are answered by an index in memory.
drop index disease_names_trigrams;

-- Besides the codes of its own, by vocabulary, a disease has some of the system "retired": those that lead to it.
-- The point of ICD-10 is no part of a key any more.
update disease_codes set key = replace(key, '.', '') where system = 'icd10';

-- Posts have one already.
create index user_diseases_disease_id on user_diseases (disease_id);
create index news_diseases_disease_id on news_diseases (disease_id);
