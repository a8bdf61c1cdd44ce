-- True once a post was given another disease than it was published with, as of shown posts: hiding and restoring lost it.
alter table hidden_posts add refiled boolean not null default false;
