; Adds a number of ones to the first counter of an area, each as an atomic operation: other clients do the same meanwhile.
; Returns what the last one has found there before.
.areas 1
.method count (I)J
    push 0L
    lstore 1
loop:
    iload 0
    ifle end
    push 0                 ; of area 0
    push 0L
    push 1L
    call @fetchAdd
    lstore 1
    iinc 0 -1
    goto loop
end:
    lload 1
    lreturn
