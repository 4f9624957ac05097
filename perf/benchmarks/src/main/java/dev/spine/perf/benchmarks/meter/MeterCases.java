package dev.spine.perf.benchmarks.meter;

import dev.spine.perf.benchmarks.wasm.WasmSubject;
import dev.spine.perf.calibration.MeteredSubject;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/** What is measured on one subject: fresh arrays at random distances from each other, and fresh classes for each variant. */
final class MeterCases {
    /** Ints of the loops. */
    static final List<Integer> SIZES = List.of(16, 64, 256, 1024, 4096, 16_384);

    private static final int STEPS = 100;
    private static final int MAX_GAP = 4096;

    private final Random random;
    private final List<Object> gaps = new ArrayList<>();
    private final List<MeterVariant> variants = new ArrayList<>();
    private final byte[] packets = MeterPackets.good();
    private final MemorySegment card = Arena.ofAuto().allocate(packets.length, 64);

    /** The cases of a subject, by its number. */
    MeterCases(int subject) {
        random = new Random(subject);
        MemorySegment.copy(packets, 0, card, ValueLayout.JAVA_BYTE, 0, packets.length);
    }

    /** {@return fresh variants, those of one handler beside each other and the plain one first} */
    List<MeterVariant> all() {
        variants.add(new MeterVariant("100 dependent steps", "calibration", MeterCases::calibrate, null));
        MeterVariant empty = pair("empty handler", EmptyWork.class);
        wasm(empty, "Wasm", WasmSubject.Handler.EMPTY, 0);
        MeterVariant header = pair("IPv4 header", HeaderWork.class, packets, new byte[4]);
        wasm(header, "Wasm, in place", WasmSubject.Handler.FORWARD_IN_PLACE, 0);
        wasm(header, "Wasm, 20 B copied", WasmSubject.Handler.FORWARD_COPIED_HEADER, 0);
        wasm(header, "Wasm, 64 B copied", WasmSubject.Handler.FORWARD_COPIED_PACKET, 0);
        pair("IPv4 header and prefix", ForwardWork.class);
        for (int ints : SIZES) {
            int[] from = ints(ints);
            MeterVariant loop = pair("loop over " + ints + " ints", VectorWork.class, from, ints(ints));
            wasm(loop, "Wasm, in place", WasmSubject.Handler.ADD, ints);
        }
        return variants;
    }

    private int[] ints(int size) {
        gaps.add(new byte[random.nextInt(MAX_GAP)]);
        int[] made = new int[size];
        for (int i = 0; i < size; i++) {
            made[i] = i * 31;
        }
        return made;
    }

    private MeterVariant pair(String handler, Class<? extends LongUnaryOperator> work, Object... parameters) {
        MeterVariant plain = new MeterVariant(handler, "plain", MeteredSubject.plain(work, parameters), null);
        variants.add(plain);
        variants.add(new MeterVariant(handler, "metered", MeteredSubject.metered(work, parameters), plain));
        return plain;
    }

    private void wasm(MeterVariant plain, String name, WasmSubject.Handler handler, int ints) {
        variants.add(new MeterVariant(plain.handler(), name, WasmSubject.loop(handler, card, ints), plain));
    }

    private static long calibrate(long times) {
        long value = times;
        for (long i = 0; i < times; i++) {
            for (int j = 0; j < STEPS; j++) {
                value = value * 31 + j;
            }
        }
        return value;
    }
}
