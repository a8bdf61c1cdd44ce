-- The notice on all pages. Null: there is none, or it has no end.
alter table community_settings add notice text;
alter table community_settings add notice_until timestamptz(3);
-- The URLs of the feeds without user and password, in their order. Null: NEWS_FEEDS counts.
alter table community_settings add news_feeds text[];
