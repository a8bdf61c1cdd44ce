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
  }
}
