-- New entries of a GIN index wait in its pending list. Moving them into the index costs the less for each text, the more
-- texts wait. But the write that fills the list moves them before it is answered, and searches read the whole list. So the
-- server empties the lists twice a second while it writes texts, and the limit is the default of 4 MB.
alter index posts_search reset (gin_pending_list_limit);
alter index posts_title_search reset (gin_pending_list_limit);
alter index comments_search reset (gin_pending_list_limit);

-- Empties the pending lists of the GIN indexes of a table. Only their owner may, who is the one that migrates.
create function empty_pending_lists(of regclass) returns void
  language sql
  security definer set search_path = pg_catalog
  as $$
    select gin_clean_pending_list(index.oid)
    from pg_index join pg_class index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
    where indrelid = of and amname = 'gin';
  $$;
