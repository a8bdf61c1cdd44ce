create extension if not exists fuzzystrmatch;

-- The dictionary of the spell corrector, in folded form: the words of the names of diseases, and those of every title,
-- text and comment that was ever written. Words of deleted texts stay; a correction is shown only if it finds something.
create table known_words (
  word text primary key
);

create index known_words_trigrams on known_words using gin (word gin_trgm_ops);

-- Adds the words of new names of diseases to the dictionary. Words of other texts are added by the program.
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

-- Up to 200 known words within an edit distance of two. Short words share few trigrams, so the threshold is low.
create function similar_words(typed text) returns setof text
  language sql stable
  set pg_trgm.similarity_threshold = 0.1
  as $$
    select word from known_words
    where word % typed and abs(length(word) - length(typed)) <= 2 and levenshtein_less_equal(word, typed, 2) <= 2
    limit 200
  $$;
