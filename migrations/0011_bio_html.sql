-- The bio as sanitised HTML, rendered once when it is written. A bio from before has none, and is rendered when it is read.
alter table users add column bio_html text;
