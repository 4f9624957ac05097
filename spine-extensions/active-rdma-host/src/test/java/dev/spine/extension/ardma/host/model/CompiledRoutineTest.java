package dev.spine.extension.ardma.host.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.host.compile.Checks;
import dev.spine.extension.ardma.host.compile.RoutineCompiler;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.MethodBuilder;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.extension.ardma.routine.Machine;
import dev.spine.extension.ardma.routine.Routine;
import dev.spine.extension.ardma.routine.RoutineFormat;
import dev.spine.extension.ardma.routine.RoutineReader;
import dev.spine.extension.ardma.routine.RoutineVerifier;
import dev.spine.extension.ardma.routine.RunLayout;
import java.lang.classfile.Opcode;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Routines that a compiler gets wrong. {@code -Dspine.seed=SEED} repeats what a failure names. */
@Tag("AR-12")
class CompiledRoutineTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int TRIALS = 6;
    private static final int STEPS = 100_000;
    private static final int ROUTINES_OF_COPIES = 30;
    private static final int SCRATCH_OF_COPIES = 1_100;
    private static final int DATA_OF_COPIES = 40;
    private static final int COPIES = 3;
    private static final long[] EDGES = {-1, 1_023, 1_024, 1_025, SCRATCH_OF_COPIES, Integer.MAX_VALUE, 1L << 31, 1L << 32, Long.MAX_VALUE,
        Long.MIN_VALUE, Long.MAX_VALUE - 1_024};

    private final Machine machine = new Machine();
    private long compiledSteps;
    private long steps;

    private static Routine routine(byte[] bytes) throws Exception {
        Routine routine = RoutineReader.read(Trial.bytes(bytes));
        RoutineVerifier.verify(routine);
        return routine;
    }

    /** Runs it metered, so that a call that uses up its fuel fails. */
    private void agrees(RoutineBuilder builder) throws Exception {
        byte[] bytes = builder.build();
        Routine routine = routine(bytes);
        MeteredForm form = new MeteredForm(RoutineCompiler.compile(routine, 1, Checks.ALL));
        for (int i = 0; i < TRIALS; i++) {
            Random random = new Random(SEED + i);
            Trial trial = new Trial(random, STEPS);
            try {
                steps += trial.agree(machine, routine, bytes, new CompiledTwin(routine, bytes, random, form)).steps();
                compiledSteps += trial.compiledSteps();
            } catch (AssertionError e) {
                throw new AssertionError("run again with -Dspine.seed=" + SEED + ": " + e, e);
            }
        }
    }

    @Test
    void aLoopWithoutEndEndsEachCallBeforeItsFuel() throws Exception {
        RoutineBuilder builder = new RoutineBuilder();
        Label again = new Label("again");
        builder.method("main", "()V").label(again).jump(Opcode.GOTO, again);
        agrees(builder);
        assertTrue(compiledSteps > steps / 2, () -> compiledSteps + " of " + steps);
    }

    @Test
    void aLoopThatPassesOverMostOfItsCodePaysForAllOfIt() throws Exception {
        RoutineBuilder builder = new RoutineBuilder().scratch(64);
        Label again = new Label("again");
        Label over = new Label("over");
        MethodBuilder method = builder.method("main", "(I)V").label(again).load(0).push(Integer.MIN_VALUE).jump(Opcode.IF_ICMPNE, over);
        addLoads(method, 60);
        method.label(over).increment(0, 1).jump(Opcode.GOTO, again);
        agrees(builder);
        assertTrue(compiledSteps > 0);
    }

    @Test
    void aSwitchThatJumpsBackPays() throws Exception {
        RoutineBuilder builder = new RoutineBuilder();
        Label again = new Label("again");
        Label other = new Label("other");
        builder.method("main", "(I)V").label(again).increment(0, 1).label(other).increment(0, 1).load(0).push(3).op(Opcode.IAND)
            .choose(new TreeMap<>(Map.of(0, again, 1, other, 2, again)), other);
        agrees(builder);
        assertTrue(compiledSteps > steps / 2, () -> compiledSteps + " of " + steps);
    }

    @Test
    void callsOfManyLocalsPayForHandingThemOver() throws Exception {
        RoutineBuilder builder = new RoutineBuilder();
        MethodBuilder main = builder.method("main", "(J)V");
        Label again = new Label("again");
        main.label(again).load(0).call("deep");
        main.op(Opcode.POP2).jump(Opcode.GOTO, again);
        MethodBuilder deep = builder.method("deep", "(J)J");
        Label leaf = new Label("leaf");
        for (int local = 2; local < 28; local += 2) {
            deep.load(0).local(Opcode.LSTORE, local);
        }
        deep.load(0).push(9L).op(Opcode.LREM).push(0L).op(Opcode.LCMP).jump(Opcode.IFEQ, leaf)
            .load(0).push(1L).op(Opcode.LADD).call("deep").local(Opcode.LSTORE, 2);
        deep.label(leaf).local(Opcode.LLOAD, 26).returns();
        agrees(builder);
        assertTrue(compiledSteps > steps / 4, () -> compiledSteps + " of " + steps);
    }

    @Test
    void aSmallMethodThatIsWrittenAtItsCallGoesNoDeeperThanACallMay() throws Exception {
        // With few locals its depth ends it, with many its slots.
        for (int local : new int[] {0, 100}) {
            RoutineBuilder builder = new RoutineBuilder();
            builder.method("main", "(J)J").load(0).call("deep").returns();
            builder.method("deep", "(J)J").load(0).local(Opcode.LSTORE, 2 + local / 4).load(0).call("small").call("deep").returns();
            builder.method("small", "(J)J").load(0).local(Opcode.LSTORE, 2 + local).local(Opcode.LLOAD, 2 + local).push(1L)
                .op(Opcode.LADD).returns();
            agrees(builder);
        }
        assertTrue(compiledSteps > 0);
    }

    @Test
    void aSmallMethodThatFailsIsCalledAfterAllFromItsBegin() throws Exception {
        RoutineBuilder builder = new RoutineBuilder().scratch(16);
        Label again = new Label("again");
        // What is below the parameters stays; the last access is out of bounds from some place on.
        builder.method("main", "(J)J").push(0L).local(Opcode.LSTORE, 2).label(again).push(5).local(Opcode.LLOAD, 2).call("small")
            .op(Opcode.POP2).op(Opcode.POP).local(Opcode.LLOAD, 2).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 2)
            .jump(Opcode.GOTO, again);
        Label even = new Label("even");
        builder.method("small", "(J)J").push(7L).push(RoutineFormat.SCRATCH_AREA).push(0L).load(0).call(Intrinsic.STORE64)
            .load(0).op(Opcode.L2I).push(1).op(Opcode.IAND).jump(Opcode.IFEQ, even).op(Opcode.NOP)
            .label(even).push(RoutineFormat.SCRATCH_AREA).load(0).call(Intrinsic.LOAD64).op(Opcode.LADD).returns();
        agrees(builder);
        assertTrue(compiledSteps > 0);
    }

    @Test
    void aLocalHoldsAnIntAtOnePlaceAndALongAtAnother() throws Exception {
        RoutineBuilder builder = new RoutineBuilder();
        Label again = new Label("again");
        // Each emit has the run stop where the local is of one type, and go on with it.
        builder.method("main", "(J)J").push(11).local(Opcode.ISTORE, 2).label(again)
            .push(7L).call(Intrinsic.EMIT)
            .local(Opcode.ILOAD, 2).op(Opcode.I2L).load(0).op(Opcode.LADD).local(Opcode.LSTORE, 2)
            .push(8L).call(Intrinsic.EMIT)
            .local(Opcode.LLOAD, 2).op(Opcode.DUP2).call(Intrinsic.EMIT).op(Opcode.L2I).push(5).op(Opcode.IADD).local(Opcode.ISTORE, 2)
            .local(Opcode.ILOAD, 2).push(0x1F).op(Opcode.IAND).jump(Opcode.IFNE, again)
            .local(Opcode.ILOAD, 2).op(Opcode.I2L).returns();
        agrees(builder);
        assertTrue(compiledSteps > 0);
    }

    @Test
    void aMethodThatIsTooLargeStaysInterpretedAmongOthers() throws Exception {
        RoutineBuilder builder = new RoutineBuilder().scratch(64);
        Label again = new Label("again");
        builder.method("main", "(I)V").label(again).load(0).call("large").local(Opcode.ISTORE, 0).jump(Opcode.GOTO, again);
        MethodBuilder large = builder.method("large", "(I)I");
        addLoads(large, 250);
        large.load(0).returns();
        assertEquals(Set.of(0), RoutineCompiler.compile(routine(builder.build()), 1, Checks.ALL).methods());
        agrees(builder);
        assertTrue(compiledSteps > 0 && compiledSteps < steps, () -> compiledSteps + " of " + steps);
    }

    @Test
    void aWalkIsCompiledThatAloneUsesTheDataAndPaysForItsBytes() throws Exception {
        RoutineBuilder builder = new RoutineBuilder().scratch(1_024);
        byte[] table = new byte[514];
        Arrays.fill(table, 258, table.length, (byte) 1);
        long data = builder.data(table);
        Label again = new Label("again");
        builder.method("main", "()V").label(again).push(RoutineFormat.SCRATCH_AREA).push(0L).push(1_024L).push(data).push(1)
            .call(Intrinsic.WALK).op(Opcode.POP2).jump(Opcode.GOTO, again);
        int areas = RoutineCompiler.compile(routine(builder.build()), 1, Checks.ALL).areas();
        assertEquals(1 << RunLayout.SCRATCH | 1 << RunLayout.DATA, areas);
        agrees(builder);
        assertTrue(compiledSteps > steps / 10, () -> compiledSteps + " of " + steps);
    }

    /** A pair is put at each place of scratch memory and of an area in turn, and looked for around it, also where not all is here. */
    @Test
    void twoBytesAreFoundWhereverTheyAre() throws Exception {
        RoutineBuilder alone = new RoutineBuilder().areas(1);
        alone.method("main", "()J").push(0).push(0L).push(9L).push(1).call(Intrinsic.FIND16).returns();
        assertEquals(1, RoutineCompiler.compile(routine(alone.build()), 1, Checks.ALL).areas(), "it is compiled");
        Random random = new Random(SEED);
        for (int area : new int[] {RoutineFormat.SCRATCH_AREA, 0}) {
            for (int first = 0; first < 60; first++) {
                RoutineBuilder builder = new RoutineBuilder().scratch(70);
                MethodBuilder main = builder.method("main", "(I)J");
                addTurns(main);
                long from = first - random.nextInt(first + 1);
                main.push(area).push((long) first).push(0xA1B2).call(Intrinsic.STORE16).push(area).push(from)
                    .push(first - from + 1 + random.nextInt(4)).push(0xFFFF_A1B2).call(Intrinsic.FIND16).returns();
                agrees(builder);
            }
        }
        assertTrue(compiledSteps > 0);
    }

    /** Bounds are looked at by one sign of two numbers, of which one may not go around. */
    @Test
    void accessesFarFromTheirAreasEndAsTheyDoInTheMachine() throws Exception {
        for (int area : new int[] {RoutineFormat.SCRATCH_AREA, RoutineFormat.DATA_AREA, 0, 1}) {
            for (long offset : LongStream.concat(LongStream.of(0, 56, 57, 63, 64), LongStream.of(EDGES)).toArray()) {
                for (Intrinsic intrinsic : new Intrinsic[] {Intrinsic.LOAD8, Intrinsic.LOAD64, Intrinsic.STORE8, Intrinsic.STORE64}) {
                    RoutineBuilder builder = new RoutineBuilder().scratch(64);
                    builder.data(new byte[64]);
                    MethodBuilder main = builder.method("main", "(I)V");
                    addTurns(main);
                    main.push(area).push(offset);
                    switch (intrinsic) {
                        case STORE8 -> main.push(1).call(intrinsic);
                        case STORE64 -> main.push(1L).call(intrinsic);
                        case LOAD8 -> main.call(intrinsic).op(Opcode.POP);
                        default -> main.call(intrinsic).op(Opcode.POP2);
                    }
                    main.returns();
                    agrees(builder);
                }
            }
        }
        assertTrue(compiledSteps > 0);
    }

    /** Each routine does its copies until one is a fault, again and again; the last one is likely to be one. */
    @Test
    void copiesAtTheEdgesOfTheirAreasEndAsTheyDoInTheMachine() throws Exception {
        int[] areas = {RoutineFormat.DATA_AREA, RoutineFormat.SCRATCH_AREA, 0, 1, 8, -3};
        int[] lengths = {DATA_OF_COPIES, SCRATCH_OF_COPIES, 60, 60, 0, 0};
        Random random = new Random(SEED);
        for (int i = 0; i < ROUTINES_OF_COPIES; i++) {
            RoutineBuilder builder = new RoutineBuilder().scratch(SCRATCH_OF_COPIES);
            byte[] data = new byte[DATA_OF_COPIES];
            random.nextBytes(data);
            builder.data(data);
            Label again = new Label("again");
            MethodBuilder main = builder.method("main", "(JI)V").label(again);
            for (int copy = 0; copy < COPIES; copy++) {
                boolean isLast = copy == COPIES - 1;
                int from = isLast && random.nextInt(4) == 0 ? random.nextInt(areas.length) : 0;
                int to = isLast && random.nextInt(4) == 0 ? random.nextInt(areas.length) : 1;
                long bytes = isLast && random.nextInt(6) == 0 ? EDGES[random.nextInt(EDGES.length)] : random.nextInt(DATA_OF_COPIES + 1);
                int most = isLast ? 1 : 0;
                main.push(areas[from]).push(offset(random, lengths[from], bytes, most)).push(areas[to])
                    .push(offset(random, lengths[to], bytes, most)).push(bytes).call(Intrinsic.COPY);
            }
            main.increment(2, 1).jump(Opcode.GOTO, again);
            agrees(builder);
        }
        assertTrue(compiledSteps > 0);
    }

    /** An offset at an end of an area, or one that looks so once it is an int; by some bytes outside at most. */
    private static long offset(Random random, int length, long bytes, int outside) {
        if (outside > 0 && random.nextInt(8) == 0) {
            return EDGES[random.nextInt(EDGES.length)];
        }
        return random.nextBoolean() ? 0 : length - bytes + random.nextInt(1 + outside);
    }

    /** Turns of a loop, in each of which a form may come in. */
    private static void addTurns(MethodBuilder method) {
        Label again = new Label("again");
        method.push(100).local(Opcode.ISTORE, 0).label(again).increment(0, -1).load(0).jump(Opcode.IFNE, again);
    }

    private static void addLoads(MethodBuilder method, int count) {
        for (int i = 0; i < count; i++) {
            method.increment(0, 3).push(-2).push(0L).call(Intrinsic.LOAD8).local(Opcode.ISTORE, 0);
        }
    }
}
