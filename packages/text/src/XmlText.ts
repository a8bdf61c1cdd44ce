/** Characters that XML 1.0 lacks (production 2) or advises against: noncharacters, and C1 controls but NEL. */
const absent = /[^\t\n\r\u0020-\u{10FFFF}]|[\u007F-\u0084\u0086-\u009F\p{Noncharacter_Code_Point}\p{Surrogate}]/gu

/** A text without the characters that XML 1.0 lacks: one of them makes a whole document unreadable. */
export const xmlText = (text: string): string => text.replace(absent, "")
