package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.metered.MeterAccount;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The units of code that has run: those of its basic blocks, never more than the fuel, which is the same with and without. */
@Tag("compilers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BlocksTest {
    private static final Probes BLOCKS = new Probes(false, true);
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int FUEL = 50_000_000;
    private static final int FUEL_OF_HOSTILE = 2_000_000;
    private static final int STACK = 16_384;
    private static final String MANY = "x = x * 31 + 7; ".repeat(20);
    private static final Map<String, String> ORDINARY = CompiledImage.programs("ordinary-programs.txt");
    private static final Map<String, String> HOSTILE = CompiledImage.programs("hostile-programs.txt");

    private final Map<String, byte[]> ordinary = CompiledImage.ofPrograms(ORDINARY);
    private final Map<String, byte[]> hostile = CompiledImage.ofPrograms(HOSTILE);

    /** What a program has used, and how it has ended. */
    private record Run(String end, int fuel, long heap, int left) {}

    private static Run run(Map<String, byte[]> image, Probes probes, String name, int fuel) throws Throwable {
        MeteredProgram program = MeteredProgram.metered(image, probes);
        MeterAccount account = program.account;
        account.refill(fuel, fuel, STACK);
        String end;
        try {
            end = "returned " + program.make(name).call();
        } catch (Throwable e) {
            end = "threw " + e;
        }
        int ran = account.usedBeforeEnd() - account.takeSkipped();
        assertTrue(ran > 0 && ran <= account.usedFuel(), name + " ran " + ran + " of " + account.usedFuel());
        return new Run(end, account.usedFuel(), account.usedHeap(), account.stack());
    }

    Stream<String> ordinaryNames() {
        return ORDINARY.keySet().stream();
    }

    Stream<String> hostileNames() {
        return HOSTILE.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("ordinaryNames")
    void anOrdinaryProgramUsesTheSameAndRunsNoMore(String name) throws Throwable {
        assertEquals(run(ordinary, Probes.NONE, name, FUEL), run(ordinary, BLOCKS, name, FUEL));
    }

    @ParameterizedTest
    @MethodSource("hostileNames")
    void aHostileProgramEndsTheSameAndRunsNoMore(String name) throws Throwable {
        assertEquals(run(hostile, Probes.NONE, name, FUEL_OF_HOSTILE), run(hostile, BLOCKS, name, FUEL_OF_HOSTILE));
    }

    /** {@return units that ran of a body, its second time, when everything is initialised} */
    private static int ranIn(String body) throws Throwable {
        MeteredProgram program = MeteredProgram.metered(CompiledImage.ofPrograms(Map.of("Body", body)), BLOCKS);
        program.account.refill(FUEL, FUEL, STACK);
        Callable<Object> made = program.make("Body");
        int ran = 0;
        for (int i = 0; i < 2; i++) {
            program.account.refill(FUEL, FUEL, STACK);
            Objects.requireNonNull(made.call());
            ran = program.account.usedBeforeEnd() - program.account.takeSkipped();
        }
        return ran;
    }

    @Test
    void aBranchThatIsNotTakenCostsNothing() throws Throwable {
        String state = "return \"\"; } static int[] STATE = new int[2]; static { ";
        String with = "int x = STATE[0]; if (x != 0) { " + MANY + "STATE[1] = x; } " + state;
        int without = ranIn("int x = STATE[0]; if (x != 0) { } " + state);
        assertEquals(without, ranIn(with));
        String taken = with.replace("x != 0", "x == 0");
        assertEquals(without + 20 * 6 + 4, ranIn(taken), "twenty times load, load, multiply, load, add, store; and what keeps it");
    }

    @Test
    void aLoopCostsWhatItsRoundsRan() throws Throwable {
        Map<String, Integer> loops = new LinkedHashMap<>();
        loops.put("for (int i = 0; i < ROUNDS; i++) { x += i; }", 9);
        loops.put("for (int i = 0; i < ROUNDS; i++) { if (i < 0) { " + MANY + "} x += i; }", 11);
        loops.put("int i = ROUNDS; while (i > 0) { x += i; if (x < 0) { " + MANY + "} i--; }", 10);
        loops.put("int i = ROUNDS; do { if (x < 0) { " + MANY + "continue; } x += i; } while (--i > 0);", 9);
        for (Map.Entry<String, Integer> loop : loops.entrySet()) {
            String body = "int x = 0; " + loop.getKey() + " return x > 0 ? \"\" : \"none\";";
            int one = ranIn(body.replace("ROUNDS", "100"));
            assertEquals(one + 11 * loop.getValue(), ranIn(body.replace("ROUNDS", "111")), loop.getKey());
        }
    }

    /** Blocks that go on to any others, as chance has it, until a counter ends it. */
    private static byte[] anywhere(Random random) {
        return ClassFile.of().build(ClassDesc.of("random.Program"), type -> type.withFlags(ClassFile.ACC_PUBLIC)
            .withMethodBody("run", MethodTypeDesc.of(ConstantDescs.CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> {
                List<Label> blocks = Stream.generate(code::newLabel).limit(2 + random.nextInt(12)).toList();
                Label end = code.newLabel();
                Lines lines = new Lines(code);
                lines.add(b -> b.sipush(500)).add(b -> b.istore(0)).add(b -> b.sipush(random.nextInt(30_000))).add(b -> b.istore(1));
                for (Label block : blocks) {
                    code.labelBinding(block);
                    for (int i = random.nextInt(4); i > 0; i--) {
                        lines.add(CodeBuilder::nop);
                    }
                    lines.add(b -> b.iload(1)).add(b -> b.bipush(31)).add(CodeBuilder::imul).add(b -> b.bipush(7)).add(CodeBuilder::iadd)
                        .add(b -> b.istore(1)).add(b -> b.iinc(0, -1)).add(b -> b.iload(0)).add(b -> b.ifle(end));
                    Label to = blocks.get(random.nextInt(blocks.size()));
                    Label other = blocks.get(random.nextInt(blocks.size()));
                    lines.add(b -> b.iload(1)).add(b -> b.bipush(random.nextInt(20))).add(CodeBuilder::iushr).add(CodeBuilder::iconst_3)
                        .add(CodeBuilder::iand);
                    switch (random.nextInt(3)) {
                        case 0 -> lines.add(b -> b.ifeq(to));
                        case 1 -> lines.add(b -> b.tableswitch(0, 1, end, List.of(SwitchCase.of(0, to), SwitchCase.of(1, other))));
                        default -> lines.add(b -> b.ifne(to)).add(b -> b.goto_(other));
                    }
                }
                code.labelBinding(end);
                lines.add(b -> b.loadConstant("done")).add(CodeBuilder::areturn);
            }));
    }

    /** Gives each instruction a line of its own. */
    private static final class Lines {
        private final CodeBuilder code;
        private int last;

        Lines(CodeBuilder code) {
            this.code = code;
        }

        Lines add(Consumer<CodeBuilder> instruction) {
            code.lineNumber(++last);
            instruction.accept(code);
            return this;
        }
    }

    @Test
    void unitsAreTheInstructionsThatRanWhateverJumpsWhere() throws ReflectiveOperationException {
        Random random = new Random(SEED);
        for (int i = 0; i < 200; i++) {
            MeteredProgram program = MeteredProgram.metered(Map.of("random.Program", anywhere(random)), new Probes(true, true));
            AtomicInteger ran = new AtomicInteger();
            program.account.listen((file, line) -> ran.incrementAndGet());
            program.account.refill(FUEL, FUEL, STACK);
            program.run("random");
            assertEquals(ran.get(), program.account.usedBeforeEnd() - program.account.takeSkipped(), "spine.seed=" + SEED + " round " + i);
        }
    }

    @Test
    void whereRareCodeStandsChangesTheTimeByLessThanOnePercent() throws Throwable {
        Map<String, String> bodies = new LinkedHashMap<>();
        String rest = "return s; } static int[] STATE = new int[1];"
            + " static void common(int[] of) { for (int i = 0; i < 9; i++) { of[0] = 0; } }";
        String rare = "int x = s; " + MANY + MANY + "s = x; ";
        String loop = "int s = 1; for (int i = 0; i < 50; i++) { common(STATE); if (STATE[0] != 0) { RARE } s += i; } ";
        bodies.put("Inside", loop.replace("RARE", rare) + rest + " static { ");
        bodies.put("Moved", loop.replace("RARE", "s = rare(s);") + rest + " static int rare(int s) { " + rare + "return s; } static { ");
        int inside = ranIn(bodies.get("Inside"));
        int moved = ranIn(bodies.get("Moved"));
        assertEquals(inside, moved, inside * 0.01);
    }

    @Test
    void aBranchOfALeafIsCountedInTheLeaf() throws Throwable {
        String body = "int s = 1; for (int i = 0; i < 50; i++) { s = leaf(s, STATE[0]); } return s; } static int[] STATE = new int[1];"
            + " static int leaf(int x, int y) { if (y == 0) { return x; } x = x * 31 + 7; x = x * 31 + 7; RARE return x; } static { ";
        assertEquals(ranIn(body.replace("RARE", "")), ranIn(body.replace("RARE", "x = x * 31 + 7;")));
    }

    @Test
    void theLibraryIsCountedByBlocks() throws Throwable {
        String body = "List<Object> list = new ArrayList<>(64); for (int i = 0; i < 40; i++) { list.add(\"\"); } return list.get(7);";
        MeteredProgram program = MeteredProgram.metered(CompiledImage.ofPrograms(Map.of("Body", body)), BLOCKS);
        program.account.refill(FUEL, FUEL, STACK);
        program.make("Body").call();
        int fuel = program.account.usedFuel();
        int whole = fuel - program.account.takeSkipped();
        assertTrue(whole < 0.9 * fuel, whole + " of " + fuel);
    }
}
