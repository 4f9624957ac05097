package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Makes the routines of a search. Area 0 is the text. */
final class GrepRoutines {
    private GrepRoutines() {}

    private static RoutineBuilder lifted(String method) {
        return RoutineLifter.lift(LineSearch.class, method).areas(1).scratch(LineSearch.SCRATCH_BYTES);
    }

    static byte[] fixed() {
        RoutineBuilder routine = lifted("searchFor");
        LiteralScan.build(routine);
        return routine.build();
    }

    static byte[] table(Dfa dfa) {
        RoutineBuilder routine = lifted("search");
        TableScan.build(dfa, routine);
        return routine.build();
    }

    /**
     * {@return the routine made for a pattern: it looks for bytes that each match has, and walks the automaton over the lines with them, or
     * over all; none when the automaton has too many states, or its table is more than a message brings}
     */
    static Optional<byte[]> generated(GrepPattern pattern) {
        Dfa dfa = pattern.dfa();
        boolean byLiteral = dfa.start() != Dfa.MATCH && GeneratedScan.isFor(pattern.literal());
        if (dfa.states() > WalkCode.MAX_STATES && !(byLiteral && pattern.isLiteral())) {
            return Optional.empty();
        }
        RoutineBuilder routine = lifted("search");
        if (byLiteral) {
            GeneratedScan.build(pattern, routine);
        } else {
            RowScan.build(dfa, routine);
        }
        byte[] built = routine.build();
        return built.length > ArdmaProtocol.MAX_BYTES ? Optional.empty() : Optional.of(built);
    }

    /** {@return arguments of the fixed operation: how many bytes, and as many as a call can bring} */
    static long[] literal(byte[] bytes) {
        int count = Math.min(bytes.length, LineSearch.WORDS * Long.BYTES);
        ByteBuffer words = ByteBuffer.allocate(LineSearch.WORDS * Long.BYTES).put(bytes, 0, count);
        long[] arguments = new long[1 + LineSearch.WORDS];
        arguments[0] = count;
        for (int i = 0; i < LineSearch.WORDS; i++) {
            arguments[1 + i] = words.getLong(i * Long.BYTES);
        }
        return arguments;
    }
}
