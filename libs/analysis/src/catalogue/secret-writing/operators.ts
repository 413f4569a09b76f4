/** The operator between a name and its value. A text in quotes may also follow on the next line. */
export const OPERATOR = /[ \t]{0,20}(?:(:=|=>|<-|===?|!==?|\+=|\?\?=|\|\|=|\?=|:-|=|:(?![:/])|,|\(|\|\||\?\?|\bor\b|>))[ \t]{0,20}(?:\r?\n[ \t]{1,60}(?=["']))?/y;
