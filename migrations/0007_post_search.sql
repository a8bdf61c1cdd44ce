-- Searches look at the newest posts first. So what is indexed of a text says in which part of the ids its post is, in
-- steps from 256 to 262,144 ids: a common word is looked up in the newest part alone, and the index skips the rest.
create function search_near(search tsvector, post_id integer) returns tsvector
  language sql immutable parallel safe
  return search || array_to_tsvector(array[
    '#8:' || (post_id >> 8)::text, '#10:' || (post_id >> 10)::text, '#12:' || (post_id >> 12)::text,
    '#14:' || (post_id >> 14)::text, '#16:' || (post_id >> 16)::text, '#18:' || (post_id >> 18)::text
  ]);

-- The same search among the newest 2^bits to 2^(bits + 1) ids, where `top` is the newest; among all when no bits are
-- given, more than are indexed, or so many that they hold all.
create function search_window(search tsquery, top integer, bits integer) returns tsquery
  language sql immutable parallel safe
  return case when bits is null or bits > 18 or top >> bits <= 1 then search else search && (
    '''#' || bits::text || ':' || (top >> bits)::text || ''' | ''#' || bits::text || ':' || ((top >> bits) - 1)::text || ''''
  )::tsquery end;

-- Words wait in a list before they go into the index, as PostgreSQL does: in a shorter one than usual, for whoever fills it
-- has to empty it.
drop index posts_search;
drop index comments_search;
create index posts_search on posts using gin (search_near(search, id)) with (gin_pending_list_limit = 1024);
create index posts_title_search on posts using gin (search_near(ts_filter(search, '{a}'), id))
  with (gin_pending_list_limit = 1024);
create index comments_search on comments using gin (search_near(search, post_id)) with (gin_pending_list_limit = 1024);

-- These diseases and all their subtypes.
create function disease_subtypes(ids integer[]) returns integer[]
  language sql stable parallel safe
  return array(
    with recursive family (id) as (
      select unnest(ids)
      union
      select disease_parents.disease_id from disease_parents join family on family.id = disease_parents.parent_id
    )
    select id from family
  );

-- Every word of the names of diseases, and every one that was ever written in a title, a content or a comment, folded:
-- what a search with a typing error is compared with. Words of what was deleted may stay: none is shown unless it finds
-- something.
create table known_words (
  word text primary key
);

insert into known_words (word)
  select distinct word from (
    select regexp_split_to_table(key, '[^[:alpha:]]+') from disease_names
    union all
    select regexp_split_to_table(lower(title || ' ' || content), '[^[:alpha:]]+') from posts
    union all
    select regexp_split_to_table(lower(content), '[^[:alpha:]]+') from comments
  ) words (word) where length(word) between 3 and 40;

create index known_words_trigrams on known_words using gin (word gin_trgm_ops);

-- Whoever stores names of diseases, their words are known.
create function learn_disease_words() returns trigger
  language plpgsql
  as $$ begin
    insert into known_words (word)
      select distinct word from stored, regexp_split_to_table(stored.key, '[^[:alpha:]]+') word
      where length(word) between 3 and 40 order by word
      on conflict do nothing;
    return null;
  end $$;

create trigger disease_names_words after insert on disease_names
  referencing new table as stored for each statement execute function learn_disease_words();

-- Words that one or two typing errors part from one that is typed; few trigrams need be common to a short one.
create function near_words(typed text) returns setof text
  language sql stable
  set pg_trgm.similarity_threshold = 0.1
  as $$
    select word from known_words
    where word % typed and abs(length(word) - length(typed)) <= 2 and levenshtein_less_equal(word, typed, 2) <= 2
    limit 200
  $$;
