/** The functions and triggers of the last release: their version, and the SHA-256 of their files, joined by line ends. */
export const releasedFunctions = {
  version: 12,
  hash: "e0bcb43dce775499db7f72806dab2520072f48d148ccf3d4eba4a8801b1a9f76"
}

/** The migrations of each release with the SHA-256 of their text. A release adds its own. */
export const released: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "0.1.0": {
    "0001_accounts.sql": "64b94078bc0c0de29a9a804f4b6b8e9a4b3ab4482fc86e9553696cd7f1824998",
    "0002_diseases.sql": "752c5e105bd5a8fa6cd3e15f6fb629d295b1054bda68e9772d7ce4ebdceeb660",
    "0003_posts.sql": "6968151d6c1fb6a63ff2fd7398d832b82904c15ffe4659cf8102a6bd63d36908",
    "0004_news.sql": "5359fd3301b9665dd788081e9f57e3d8a997c2abd592ee25df2fcab938e9a4cd",
    "0005_notifications.sql": "8110c5e02d1956f72ef6e582779cd4818fe49fe3499976bab42b2fbbbed0b9f6",
    "0006_counts.sql": "5cb504146dd4237008a8b8d211ee118eb5ab9bbffe0f7e3b02bc4782ed9dd3cc",
    "0007_idempotency.sql": "bced453aa5ed275a499085216bd041ab57c0d72e4451bfca2ab0457de0397790"
  },
  "0.2.0": {
    "0001_accounts.sql": "64b94078bc0c0de29a9a804f4b6b8e9a4b3ab4482fc86e9553696cd7f1824998",
    "0002_diseases.sql": "752c5e105bd5a8fa6cd3e15f6fb629d295b1054bda68e9772d7ce4ebdceeb660",
    "0003_posts.sql": "6968151d6c1fb6a63ff2fd7398d832b82904c15ffe4659cf8102a6bd63d36908",
    "0004_news.sql": "5359fd3301b9665dd788081e9f57e3d8a997c2abd592ee25df2fcab938e9a4cd",
    "0005_notifications.sql": "8110c5e02d1956f72ef6e582779cd4818fe49fe3499976bab42b2fbbbed0b9f6",
    "0006_counts.sql": "5cb504146dd4237008a8b8d211ee118eb5ab9bbffe0f7e3b02bc4782ed9dd3cc",
    "0007_idempotency.sql": "bced453aa5ed275a499085216bd041ab57c0d72e4451bfca2ab0457de0397790",
    "0008_roles_and_notifications.sql": "6477a2bf225a05985b63a60019b17ea10b560da7e5a48b14ab212994cfc84078",
    "0009_moderation.sql": "a0739b0bd40d4e5d59badaf15f28894fe96388104221beb340388e93571d8e30",
    "0010_hidden_and_revisions.sql": "231e375035be032e6fc77e07c1b86bff1dc64c428a6cee33605503cc1ec0c514",
    "0011_own_data.sql": "0e88a5df755955aa697737ee56807ffc114f1ca91c70b774b807b6adc9fd70a3",
    "0012_follows.sql": "325c629b8b6daa454f50c7014f9a3dcf1d44c0fb46c8a7fd04168b2600f42b6c",
    "0013_mail.sql": "30f00806370755c4404945a990ab38657cb24cd2173df82a5e1bcca44da616a8",
    "0014_hidden_refiled.sql": "ea6a3edf43540ab3508ba5b679af9c5ff651fa16285e301daf0c43bef1086762",
    "0015_mail_turns.sql": "87577e699b18091de8888d5ff70dbd7f60d5ad2632abf00ed5b8ca7c87a94fbc",
    "0016_icd11_foundation.sql": "bbe60148adac0b8920147e7a194e88b80b8957679f8509f341dec6a4c5a4fbf3"
  },
  "0.3.0": {
    "0001_accounts.sql": "64b94078bc0c0de29a9a804f4b6b8e9a4b3ab4482fc86e9553696cd7f1824998",
    "0002_diseases.sql": "752c5e105bd5a8fa6cd3e15f6fb629d295b1054bda68e9772d7ce4ebdceeb660",
    "0003_posts.sql": "6968151d6c1fb6a63ff2fd7398d832b82904c15ffe4659cf8102a6bd63d36908",
    "0004_news.sql": "5359fd3301b9665dd788081e9f57e3d8a997c2abd592ee25df2fcab938e9a4cd",
    "0005_notifications.sql": "8110c5e02d1956f72ef6e582779cd4818fe49fe3499976bab42b2fbbbed0b9f6",
    "0006_counts.sql": "5cb504146dd4237008a8b8d211ee118eb5ab9bbffe0f7e3b02bc4782ed9dd3cc",
    "0007_idempotency.sql": "bced453aa5ed275a499085216bd041ab57c0d72e4451bfca2ab0457de0397790",
    "0008_roles_and_notifications.sql": "6477a2bf225a05985b63a60019b17ea10b560da7e5a48b14ab212994cfc84078",
    "0009_moderation.sql": "a0739b0bd40d4e5d59badaf15f28894fe96388104221beb340388e93571d8e30",
    "0010_hidden_and_revisions.sql": "231e375035be032e6fc77e07c1b86bff1dc64c428a6cee33605503cc1ec0c514",
    "0011_own_data.sql": "0e88a5df755955aa697737ee56807ffc114f1ca91c70b774b807b6adc9fd70a3",
    "0012_follows.sql": "325c629b8b6daa454f50c7014f9a3dcf1d44c0fb46c8a7fd04168b2600f42b6c",
    "0013_mail.sql": "30f00806370755c4404945a990ab38657cb24cd2173df82a5e1bcca44da616a8",
    "0014_hidden_refiled.sql": "ea6a3edf43540ab3508ba5b679af9c5ff651fa16285e301daf0c43bef1086762",
    "0015_mail_turns.sql": "87577e699b18091de8888d5ff70dbd7f60d5ad2632abf00ed5b8ca7c87a94fbc",
    "0016_icd11_foundation.sql": "bbe60148adac0b8920147e7a194e88b80b8957679f8509f341dec6a4c5a4fbf3",
    "0019_steering.sql": "fabcaa8214587f4a60190b6bc3771218d1c6d6ff9002af40fc200d9b77979764",
    "0020_browser_sessions.sql": "57c0dff605c40fa75a6276ea9eccd2706b036d395ad09515627c76fecc68f67c",
    "0022_languages.sql": "388531a5a5b59c76314169e2860ad1f17a30d1e369b77487b335e7344c4ce4cf",
    "0024_places_news.sql": "e5a3c40849657fe6241ad28bc9b2f1fed9de703f97ebf1bda7f767b14c305b15",
    "0025_translations.sql": "dfc8fc5fca6008651d9062546b04d9d132ed388b60346897dc1f89c7981cf4d9",
    "0026_conversations.sql": "52785830a235b02d73141b25edc603412702a62cf86fb5177a99bb2751ae9b43",
    "0027_sharp_s.sql": "0ff68a815751493ac25ef5f70e4ee1dad6cb7a3b81928f055d5db38e9245382a",
    "0028_comments_of_author.sql": "2d9eac0a0d4186b58de6679fc570380916d04e8adbfdbe25a46ed168b78d7ede",
    "0030_invitations.sql": "8386e1f69fd0dc88634ff3ed20c9e80ffa48d2ae699cb71bbd784d5735edaeab",
    "0031_reviews_and_links.sql": "cd16cebe7d58b12ed6f5c687fdb53c7cc494693096d440e04e89f27db21c6e12",
    "0034_undated_news.sql": "f388e2bdf2e6ed1e669eab191fb823a54293bda27e86cdafffdeea1f10958956",
    "0035_notice_and_feeds.sql": "727cbbef32bde22dde49810a6a5ddec293a9b5b9edb14c6725be88d6089025c1"
  }
}
