/** The functions and triggers of the last release: their version, and the SHA-256 of their files, joined by line ends. */
export const releasedFunctions = {
  version: 8,
  hash: "9ed9c8d75451784b6f209228dfa42eafc5d9ccebc872dbba4c30bcef1fca7c0c"
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
  }
}
