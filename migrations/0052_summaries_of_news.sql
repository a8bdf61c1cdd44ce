-- News of a feed is its summary and its link; news of the community keeps its text.
update news set content = '', content_html = '' where starts_with(key, 'feed:');
