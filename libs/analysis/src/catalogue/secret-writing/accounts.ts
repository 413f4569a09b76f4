// Tells the password of an account from a sentence.

/** Words of a message about a form's field. */
export const SAID =
  /\b(?:must|be|is|are|not|the|an?|your?|please|enter|should|and|or|to|of|for|with|at|in|this|that|required|invalid|wrong|too|has|have|can|cannot|minimum|maximum|characters?|field|if|when|leave|change|new|old|confirm|repeat|forgot|reset|error|failed|success\w*|no|empty|blank|missing|here|value|placeholder|password|secret|token|key)\b/i;

/** A user with a value: `email: 'bob@shop.org',`, `"username" => "bob"`, `user.name = "bob"`. */
export const USER = /\b(?:\w{0,20}[._-]?(?:user_?name|user|login|e-?mail)|u?name)["']?\s{0,3}(?:[:=]|=>)\s{0,3}["']?[\w@.+-]{2,60}["']?(?=\s|[,;)}\]]|$)/i;
