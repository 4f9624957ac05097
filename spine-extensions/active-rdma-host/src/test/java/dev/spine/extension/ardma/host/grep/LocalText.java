package dev.spine.extension.ardma.host.grep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.StreamReader;
import dev.spine.extension.ardma.routine.Area;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.Stream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text in this process, searched in each form. */
final class LocalText {
    private final byte[] text;
    private long steps = 10_000_000;
    private long emitted = 1 << 20;

    LocalText(byte[] text) {
        this.text = text;
    }

    /** Sets what a run may do. */
    LocalText limit(long mostSteps, long mostEmitted) {
        steps = mostSteps;
        emitted = mostEmitted;
        return this;
    }

    /** What a form prints, a character a byte. */
    String lines(GrepPattern pattern, GrepForm form) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        search(pattern, form, out::writeBytes);
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    GrepResult search(GrepPattern pattern, GrepForm form, StreamReader lines) {
        TextReader reader = (offset, bytes) -> Arrays.copyOfRange(text, (int) offset, (int) offset + bytes);
        Search search = new Search(pattern, form, reader, text.length, lines);
        return switch (form) {
            case READ -> search.read();
            case FIXED -> search.run(call(GrepRoutines.fixed()), 0);
            case TABLE -> search.run(call(GrepRoutines.table(pattern.dfa())), 0);
            case GENERATED -> search.run(call(GrepRoutines.generated(pattern).orElseThrow()), 0);
        };
    }

    private SearchCall call(byte[] bytes) {
        Routine routine;
        try {
            routine = RoutineReader.read(new ArrayArea(bytes, false));
            RoutineVerifier.verify(routine);
        } catch (RoutineException e) {
            throw new AssertionError(e);
        }
        Area[] areas = {new ArrayArea(text, false)};
        return (reader, arguments) -> {
            Sink sink = new Sink();
            Machine machine = new Machine();
            machine.begin(routine, arguments, areas, 1, new ArrayArea(new byte[routine.scratchBytes()], true));
            machine.limit(steps, emitted, sink);
            while (machine.state() != Machine.State.ENDED) {
                machine.run(100_000);
            }
            assertEquals(Fault.NONE, machine.fault(), () -> "in method " + machine.faultMethod() + " at " + machine.faultOffset());
            if (sink.bytes.size() > 0) {
                reader.read(sink.bytes.toByteArray());
            }
            return new CallResult(machine.result(), machine.steps(), machine.emitted());
        };
    }

    /** Takes everything. */
    private static final class Sink implements Stream {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public int room() {
            return 1_024;
        }

        @Override
        public void put(int value) {
            bytes.write(value);
        }
    }
}
