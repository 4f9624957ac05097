package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineException;
import dev.spine.extension.ardma.routine.RoutineFlaw;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever bytes arrive as a routine: they are refused, and then the model refuses them, too, or they run, and then as the model does,
 * whose values know their types. {@code -Dspine.mutants=1000000} says how many, {@code -Dspine.seed=SEED} repeats the one of a failure.
 */
@Tag("AR-10")
@Tag("AR-12")
class MutatedRoutineTest {
    private static final int MUTANTS = Integer.getInteger("spine.mutants", Boolean.getBoolean("spine.full") ? 20_000 : 2_000);
    private static final int MUTANTS_OF_ONE = 20;
    private static final int CONSTANTS = 200;
    private static final Path CORPUS = Path.of(System.getProperty("spine.root", "../.."),
        "spine-extensions/runtime/src/test/resources/dev/spine/extension/runtime/corpus/classes");
    private static final int STEPS = 500;
    /** Of which the class of a routine as long as may be takes 20 MB. */
    private static final int MOST_ALLOCATED = 64 << 20;
    /** A local can change once, so an instruction is looked at so many times at most. */
    private static final int MOST_LOOKS = 132;

    private final Machine machine = new Machine();
    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @Test
    void aMutantIsRefusedOrRunsAsItsCodeSays() {
        Long given = Long.getLong("spine.seed");
        long first = given == null ? new Random().nextLong() : given;
        for (int i = 0; i < (given == null ? MUTANTS / MUTANTS_OF_ONE : 1); i++) {
            Random random = new Random(first + i);
            byte[] mutant = new byte[0];
            try {
                Trial trial = new Trial(random, STEPS);
                byte[] bytes = RoutineGenerator.routine(random, trial.areas());
                RoutineMutation mutation = new RoutineMutation(random);
                for (int j = 0; j < MUTANTS_OF_ONE; j++) {
                    mutant = mutation.change(bytes);
                    outcomes.merge(given(mutant, trial), 1, Integer::sum);
                }
            } catch (Exception | AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + (first + i) + ": " + e + "\n" + HexFormat.of().formatHex(mutant),
                    e);
            }
        }
        System.out.println("mutants: " + outcomes);
    }

    /** What came of it, in a word. */
    private String given(byte[] mutant, Trial trial) throws RefusedException {
        boolean isRefused = isRefusedByModel(mutant);
        long before = thread.getCurrentThreadAllocatedBytes();
        String outcome;
        try {
            Routine routine = RoutineReader.read(Trial.bytes(mutant));
            proveInParts(routine, mutant.length);
            RoutineVerifier.verify(routine);
            outcome = "accepted";
            assertTrue(!isRefused, "the model refuses it");
            if (trial.suits(routine)) {
                outcome = trial.agree(machine, routine, mutant).fault().name();
            }
        } catch (RoutineException e) {
            outcome = e.flaw().text();
            assertTrue(isRefused, () -> "refused for " + e.flaw() + " in method " + e.method() + " at " + e.offset());
            assertEquals(e.flaw(), assertThrows(RoutineException.class,
                () -> RoutineVerifier.verify(RoutineReader.read(Trial.bytes(mutant)))).flaw());
        }
        long allocated = thread.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < MOST_ALLOCATED, () -> allocated + " bytes allocated");
        return outcome;
    }

    private static void proveInParts(Routine routine, int bytes) throws RoutineException {
        RoutineVerifier verifier = new RoutineVerifier(routine);
        int parts = 0;
        while (!verifier.advance(1)) {
            assertTrue(++parts < MOST_LOOKS * bytes, "a proof without end");
        }
    }

    private static boolean isRefusedByModel(byte[] bytes) {
        try {
            ModelVerifier.verify(ModelRoutine.of(bytes));
            return false;
        } catch (RefusedException _) {
            return true;
        }
    }

    @Test
    void bytesThatAreNoRoutineAreRefused() {
        Random random = new Random(1);
        for (int length = 0; length < 200; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            assertThrows(RoutineException.class, () -> RoutineReader.read(Trial.bytes(bytes)));
            if (length >= 28) {
                ByteBuffer.wrap(bytes).putInt(0x41524D41).putShort((short) 1).putShort(6, (short) (length % 5)).putInt(8, 0)
                    .putInt(12, 0).putInt(16, 0).putInt(20, 0).putInt(24, length);
                assertThrows(RoutineException.class, () -> RoutineReader.read(Trial.bytes(bytes)));
            }
        }
    }

    /** The class files that try the verifier of extensions: themselves as a routine, and the code of each of their methods as one. */
    @Test
    @Tag("AR-11")
    void aHostileClassFileIsNoRoutineAndItsCodeIsRefusedOrContained() throws Exception {
        Trial trial = new Trial(new Random(1), STEPS);
        int methods = 0;
        for (byte[] file : hostileClasses()) {
            assertThrows(RoutineException.class, () -> RoutineReader.read(Trial.bytes(file)));
            for (byte[] code : codeOf(file)) {
                methods++;
                for (int words = 0; words <= CONSTANTS; words += CONSTANTS) {
                    outcomes.merge(given(routineOf(code, words), trial), 1, Integer::sum);
                }
            }
        }
        int all = methods;
        assertTrue(all > 50, () -> all + " methods");
        System.out.println("code of hostile classes: " + outcomes);
    }

    private static List<byte[]> hostileClasses() throws IOException {
        List<byte[]> classes = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS)) {
            for (Path file : files.sorted().toList()) {
                boolean isText = file.toString().endsWith(".hex");
                classes.add(isText ? HexFormat.of().parseHex(Files.readString(file).replaceAll("(?m)^#.*$|\\s", ""))
                    : Files.readAllBytes(file));
            }
        }
        assertFalse(classes.isEmpty(), CORPUS::toString);
        return classes;
    }

    /** The code of the methods of a file that can be parsed. */
    private static List<byte[]> codeOf(byte[] file) {
        List<byte[]> codes = new ArrayList<>();
        try {
            for (MethodModel method : ClassFile.of().parse(file).methods()) {
                method.findAttribute(Attributes.code()).ifPresent(code -> codes.add(code.codeArray()));
            }
        } catch (IllegalArgumentException _) {
            // What is damaged has no code that can be taken out; as a routine it was refused whole.
        }
        return codes;
    }

    /** A routine whose one method has this code, with constants of both kinds, areas and room for whatever it does. */
    private static byte[] routineOf(byte[] code, int constants) {
        int taken = Math.min(code.length, RoutineFormat.MAX_CODE_BYTES);
        int bytes = RoutineFormat.HEADER_BYTES + RoutineFormat.HEAD_BYTES + constants * (Integer.BYTES + Long.BYTES) + taken;
        ByteBuffer routine = ByteBuffer.allocate(bytes);
        routine.putInt(RoutineFormat.MAGIC).putShort((short) RoutineFormat.VERSION).putShort((short) 1).putShort((short) constants)
            .putShort((short) constants).putInt(0).putInt(64).putInt(1).putInt(bytes);
        routine.putShort((short) taken).putShort((short) 8).putShort((short) RoutineFormat.MAX_STACK).put((byte) 1)
            .put((byte) RoutineFormat.INT).putInt(0);
        routine.position(bytes - taken).put(code, 0, taken);
        return routine.array();
    }

    /** A loop of whose ways each makes another local a long, and its long body is looked at again for each. */
    private static void slow(RoutineBuilder builder, String name, int body) {
        MethodBuilder method = builder.method(name, "(I)V");
        for (int i = 1; i < 127; i++) {
            method.push(0).local(Opcode.ISTORE, i);
        }
        Label loop = new Label("loop");
        method.label(loop);
        for (int i = 0; i < body; i++) {
            method.op(Opcode.NOP);
        }
        TreeMap<Integer, Label> ways = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            ways.put(i, new Label("way " + i));
        }
        method.load(0).choose(ways, loop);
        for (int i = 0; i < 60; i++) {
            method.label(ways.getOrDefault(i, loop)).push(0L).local(Opcode.LSTORE, 2 * i + 1).jump(Opcode.GOTO, loop);
        }
    }

    @Test
    void aProofThatTakesTooLongIsGivenUp() throws Exception {
        RoutineBuilder builder = new RoutineBuilder();
        slow(builder, "main", 1_500);
        byte[] bytes = builder.build();
        proveInParts(RoutineReader.read(Trial.bytes(bytes)), bytes.length);
        RoutineBuilder longer = new RoutineBuilder();
        for (int i = 0; i < 3; i++) {
            slow(longer, "method " + i, 1_500);
        }
        String message = String.valueOf(assertThrows(RuntimeException.class, longer::build).getMessage());
        assertTrue(message.startsWith(RoutineFlaw.LIMIT.text()), message);
    }

    @Test
    void theSameSeedMakesTheSameMutant() {
        byte[][] made = new byte[2][];
        for (int i = 0; i < 2; i++) {
            Random random = new Random(7);
            made[i] = new RoutineMutation(random).change(RoutineGenerator.routine(random, new Trial(random, STEPS).areas()));
        }
        assertTrue(Arrays.equals(made[0], made[1]));
    }
}
