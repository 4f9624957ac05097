" Syntax of PDL, the language of PANIC programs. Goes to ~/.vim/syntax/pdl.vim.
if exists("b:current_syntax")
  finish
endif

syntax case ignore

syntax keyword pdlStructure PROGRAM ID VAR TRIGGERS BEGIN END MESSAGE IF THEN ELSE WHILE DO
syntax keyword pdlStatement SEND LEN AS TO AT DELIVER OFFSET INTO GET FROM COPY DISPLAY AWAIT STOP SET CLEAR
syntax keyword pdlValue SENDER FLAG LOCK CLOCK PACKET LENGTH
syntax keyword pdlOperator AND OR NOT MOD

syntax match pdlName "\<[a-z_][a-z0-9_]*\>"
syntax match pdlNumber "\<\(0x[0-9a-f]\+\|[0-9]\+\)\>"
syntax match pdlSign "<=\|>=\|==\|<>\|!=\|[-+*/%<>=]"
syntax match pdlComment "#.*$"

highlight default link pdlStructure Keyword
highlight default link pdlStatement Statement
highlight default link pdlValue Identifier
highlight default link pdlOperator Operator
highlight default link pdlNumber Number
highlight default link pdlSign Operator
highlight default link pdlComment Comment

let b:current_syntax = "pdl"
