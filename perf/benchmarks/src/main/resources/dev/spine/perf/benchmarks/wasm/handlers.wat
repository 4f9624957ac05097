;; Three handlers, which do what EmptyWork, HeaderWork and VectorWork of the package "meter" do, step by step. Wasm has no
;; instruction that swaps bytes, so 16-bit fields of a header are swapped by shifts, as a compiler for Wasm does it.
;; handlers.wasm is what "wat2wasm handlers.wat" makes of this text. WasmHandlers says where the handlers find their data.
(module
  (memory 3 3)

  ;; leaves its seed
  (func (export "empty") (param $seed i32) (result i32)
    (local.get $seed))

  ;; looks at the packet and writes the new time to live and checksum at 16384, or counts a packet that is no good at 16392
  (func (export "forward") (param $packet i32)
    (local $at i32) (local $end i32) (local $sum i32) (local $field i32) (local $timeToLive i32) (local $checksum i32)
    ;; sum = the ten 16-bit fields of the header
    (local.set $end (i32.add (local.tee $at (local.get $packet)) (i32.const 20)))
    (loop $next
      (local.set $sum (i32.add
        (i32.and
          (i32.or (i32.shl (local.tee $field (i32.load16_u offset=14 align=1 (local.get $at))) (i32.const 8)) (i32.shr_u (local.get $field) (i32.const 8)))
          (i32.const 0xFFFF))
        (local.get $sum)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 2))) (local.get $end))))
    (local.set $sum (i32.add (i32.and (local.get $sum) (i32.const 0xFFFF)) (i32.shr_u (local.get $sum) (i32.const 16))))
    (local.set $sum (i32.add (i32.and (local.get $sum) (i32.const 0xFFFF)) (i32.shr_u (local.get $sum) (i32.const 16))))
    (local.set $timeToLive (i32.load8_u offset=22 (local.get $packet)))
    (block $bad
      (br_if $bad (i32.ne (local.get $sum) (i32.const 0xFFFF)))
      (br_if $bad (i32.lt_u (local.get $timeToLive) (i32.const 2)))
      ;; the checksum of the header + 0x100
      (local.set $checksum (i32.add
        (i32.and
          (i32.or (i32.shl (local.tee $field (i32.load16_u offset=24 align=1 (local.get $packet))) (i32.const 8)) (i32.shr_u (local.get $field) (i32.const 8)))
          (i32.const 0xFFFF))
        (i32.const 0x100)))
      (local.set $checksum (i32.add (i32.and (local.get $checksum) (i32.const 0xFFFF)) (i32.shr_u (local.get $checksum) (i32.const 16))))
      (i32.store8 offset=16384 (i32.const 0) (i32.sub (local.get $timeToLive) (i32.const 1)))
      (i32.store16 offset=16386 align=1 (i32.const 0)
        (i32.and
          (i32.or (i32.shl (local.tee $field (local.get $checksum)) (i32.const 8)) (i32.shr_u (local.get $field) (i32.const 8)))
          (i32.const 0xFFFF)))
      (return))
    (i32.store offset=16392 (i32.const 0) (i32.add (i32.load offset=16392 (i32.const 0)) (i32.const 1))))

  ;; adds the seed to so many ints at 65536, into 131072, and leaves one of the sums
  (func (export "add") (param $ints i32) (param $seed i32) (result i32)
    (local $at i32) (local $end i32)
    (local.set $end (i32.shl (local.get $ints) (i32.const 2)))
    (loop $next
      (i32.store offset=131072 (local.get $at) (i32.add (i32.load offset=65536 (local.get $at)) (local.get $seed)))
      (br_if $next (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end))))
    (i32.load offset=131072
      (i32.shl (i32.and (local.get $seed) (i32.sub (local.get $ints) (i32.const 1))) (i32.const 2)))))
