/** What stands between a name and its value. Where a text in quotes follows, it may stand on the next line. */
export const OPERATOR = /[ \t]{0,20}(?:(:=|=>|<-|===?|!==?|\+=|\?\?=|\|\|=|\?=|:-|=|:(?![:/])|,|\(|\|\||\?\?|\bor\b|>))[ \t]{0,20}(?:\r?\n[ \t]{1,60}(?=["']))?/y;
