package dev.spine.extension.runtime.meter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Loops are charged all at once only if they cannot run longer than was charged. */
@Tag("compilers")
@Timeout(60)
class CountedLoopsTest {
    private static final long SEED = Long.getLong("spine.seed", System.nanoTime());
    private static final int FUEL = 1_000_000;
    private static final int WORDS = 16_384;
    private static final int COUNTER = 0;
    private static final int LIMIT = 1;
    private static final int OTHER = 2;

    private static MeteredProgram program(Consumer<CodeBuilder> body) {
        byte[] image = ClassFile.of().build(ClassDesc.of("loops.Program"), type -> type.withFlags(ClassFile.ACC_PUBLIC)
            .withMethodBody("run", MethodTypeDesc.of(ConstantDescs.CD_Object), ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC, code -> {
                body.accept(code);
                code.loadConstant("done").areturn();
            }));
        return MeteredProgram.metered(Map.of("loops.Program", image));
    }

    private static int fuelOf(Consumer<CodeBuilder> body) throws ReflectiveOperationException {
        MeteredProgram program = program(body);
        program.account.refill(FUEL, FUEL, WORDS);
        program.run("loops");
        assertNull(program.account.ended());
        return program.account.usedFuel();
    }

    /** {@code for (int counter = from; counter < limit; counter += step)} as javac writes it. */
    private static void loop(CodeBuilder code, int from, int limit, int step, Consumer<CodeBuilder> body) {
        Label end = code.newLabel();
        code.loadConstant(limit).istore(LIMIT).loadConstant(from).istore(COUNTER);
        Label head = code.newBoundLabel();
        code.iload(COUNTER).iload(LIMIT).if_icmpge(end);
        body.accept(code);
        code.iinc(COUNTER, step).goto_(head).labelBinding(end);
    }

    @Test
    void aLoopTakesEachInstructionOfEachRound() throws ReflectiveOperationException {
        Random random = new Random(SEED);
        int none = fuelOf(code -> loop(code, 0, 0, 1, CodeBuilder::nop));
        for (int i = 0; i < 50; i++) {
            int from = random.nextInt(2_000) - 1_000;
            int limit = random.nextInt(2_000) - 1_000;
            int expected = none + 6 * Math.max(0, limit - from);
            assertEquals(expected, fuelOf(code -> loop(code, from, limit, 1, CodeBuilder::nop)), "spine.seed=" + SEED + " round " + i);
        }
    }

    @Test
    void aLoopToAConstantMayTakeLargerSteps() throws ReflectiveOperationException {
        Random random = new Random(SEED);
        for (int i = 0; i < 50; i++) {
            int from = random.nextInt(100);
            int limit = from + random.nextInt(1_000);
            int step = 1 + random.nextInt(20);
            int fuel = fuelOf(code -> {
                Label end = code.newLabel();
                code.loadConstant(from).istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).loadConstant(limit).if_icmpge(end).nop().iinc(COUNTER, step).goto_(head).labelBinding(end);
            });
            // Beside the rounds each instruction once: two before the loop, two after it.
            assertEquals(10 + 6 * ((limit - from + step - 1) / step), fuel, "spine.seed=" + SEED + " round " + i);
        }
    }

    @Test
    void aLoopToAVariableMayTakeLargerSteps() throws ReflectiveOperationException {
        Random random = new Random(SEED);
        int none = fuelOf(code -> loop(code, 0, 0, 1, CodeBuilder::nop));
        for (int i = 0; i < 50; i++) {
            int from = random.nextInt(2_000) - 1_000;
            int limit = random.nextInt(2_000) - 1_000;
            int step = 1 + random.nextInt(20);
            int expected = none + 6 * Math.max(0, Math.ceilDiv(limit - from, step));
            assertEquals(expected, fuelOf(code -> loop(code, from, limit, step, CodeBuilder::nop)), "spine.seed=" + SEED + " round " + i);
        }
    }

    @Test
    void aLargerStepMayEndAtTheLargestInt() throws ReflectiveOperationException {
        int none = fuelOf(code -> loop(code, 0, 0, 1, CodeBuilder::nop));
        assertEquals(none + 6 * 3, fuelOf(code -> loop(code, Integer.MAX_VALUE - 6, Integer.MAX_VALUE, 2, CodeBuilder::nop)));
    }

    /** As many as the code of a method has room for: what is looked at for each of them must not be all of them. */
    @Test
    void aMethodOfManyLoopsIsChargedAsOneOfFew() throws ReflectiveOperationException {
        int each = fuelOf(loops(2)) - fuelOf(loops(1));
        assertEquals(1_399 * each, fuelOf(loops(1_400)) - fuelOf(loops(1)));
    }

    private static Consumer<CodeBuilder> loops(int count) {
        return code -> {
            for (int i = 0; i < count; i++) {
                loop(code, 0, 3, 1, CodeBuilder::nop);
            }
        };
    }

    @Test
    void aLoopThatIsTooLongEndsTheActivationBeforeItsFirstRound() throws ReflectiveOperationException {
        MeteredProgram program = program(code -> {
            code.iconst_0().newarray(TypeKind.INT).astore(OTHER);
            loop(code, Integer.MIN_VALUE, Integer.MAX_VALUE, 1, body -> body.aload(OTHER).iconst_0().iconst_1().iastore());
        });
        program.account.refill(FUEL, FUEL, WORDS);
        assertThrows(InvocationTargetException.class, () -> program.run("loops"));
        assertNotNull(program.account.ended());
    }

    @Test
    void theNullThatALoopMeetsAtItsLimitIsCaughtWhereItsCodeSays() throws ReflectiveOperationException {
        Consumer<CodeBuilder> body = code -> {
            code.aconst_null().checkcast(ConstantDescs.CD_int.arrayType()).astore(OTHER).iconst_0().istore(COUNTER);
            code.trying(block -> {
                Label end = block.newLabel();
                Label head = block.newBoundLabel();
                block.iload(COUNTER).aload(OTHER).arraylength().if_icmpge(end).nop().iinc(COUNTER, 1).goto_(head).labelBinding(end);
            }, caught -> caught.catching(ClassDesc.of("java.lang.NullPointerException"), block -> block.pop()));
        };
        assertEquals(fuelOf(body), fuelOf(body));
    }

    static Stream<Arguments> endless() {
        return Stream.of(
            hostile("a jump over the step", code -> {
                Label end = code.newLabel();
                Label jump = code.newLabel();
                code.iconst_1().istore(LIMIT).iconst_0().istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).iload(LIMIT).if_icmpge(end).iload(COUNTER).ifeq(jump).iinc(COUNTER, 1).labelBinding(jump).goto_(head)
                    .labelBinding(end);
            }),
            hostile("a counter that is set back", code -> loop(code, 0, 2, 1, body -> body.iconst_0().istore(COUNTER))),
            hostile("a counter that steps back", code -> loop(code, 0, 2, 1, body -> body.iinc(COUNTER, -1))),
            hostile("a limit that goes away", code -> loop(code, 0, 2, 1, body -> body.iinc(LIMIT, 1))),
            hostile("a limit that is set", code -> loop(code, 0, 2, 1, body -> body.iload(COUNTER).iconst_2().iadd().istore(LIMIT))),
            hostile("a step back", code -> loop(code, 0, 2, -1, CodeBuilder::nop)),
            hostile("no step", code -> loop(code, 0, 2, 0, CodeBuilder::nop)),
            hostile("a step over the largest limit", code -> loop(code, 0, Integer.MAX_VALUE, 2, CodeBuilder::nop)),
            hostile("few rounds, of which the last steps over the largest limit",
                code -> loop(code, Integer.MAX_VALUE - 5, Integer.MAX_VALUE, 2, CodeBuilder::nop)),
            hostile("a step over the largest constant", code -> {
                Label end = code.newLabel();
                code.loadConstant(Integer.MAX_VALUE - 9).istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).loadConstant(Integer.MAX_VALUE).if_icmpge(end).nop().iinc(COUNTER, 2).goto_(head).labelBinding(end);
            }),
            hostile("the counter as its own limit", code -> {
                Label end = code.newLabel();
                Label middle = code.newLabel();
                code.iconst_0().istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).iload(COUNTER).if_icmpge(middle).nop().iinc(COUNTER, 1).goto_(head).labelBinding(middle)
                    .iload(COUNTER).ifge(head).labelBinding(end);
            }),
            hostile("an array that is replaced by a longer one", code -> {
                Label end = code.newLabel();
                code.iconst_1().newarray(TypeKind.INT).astore(OTHER).iconst_1()
                    .newarray(TypeKind.INT).astore(LIMIT).iconst_0().istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).aload(OTHER).arraylength().if_icmpge(end).iconst_0().istore(COUNTER).aload(LIMIT).astore(OTHER)
                    .iload(COUNTER).pop().iinc(COUNTER, 0).goto_(head).labelBinding(end);
            }),
            hostile("a way in behind the head", code -> {
                Label end = code.newLabel();
                Label inside = code.newLabel();
                code.iconst_0().istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).bipush(100).if_icmpge(end).labelBinding(inside).nop().iinc(COUNTER, 1).goto_(head)
                    .labelBinding(end).bipush(-100).istore(COUNTER).goto_(inside);
            }),
            hostile("a handler that goes round without the step", code -> {
                Label end = code.newLabel();
                Label handler = code.newLabel();
                Label jump = code.newLabel();
                code.iconst_2().istore(LIMIT).iconst_0().istore(COUNTER);
                Label head = code.newBoundLabel();
                code.iload(COUNTER).iload(LIMIT).if_icmpge(end);
                Label from = code.newBoundLabel();
                code.iconst_1().iconst_0().branch(Opcode.IF_ICMPGT, jump);
                code.aconst_null().athrow();
                Label to = code.newBoundLabel();
                code.labelBinding(handler).pop().labelBinding(jump).iinc(COUNTER, 0).goto_(head).labelBinding(end);
                code.exceptionCatch(from, to, handler, ClassDesc.of("java.lang.Throwable"));
            }));
    }

    private static Arguments hostile(String name, Consumer<CodeBuilder> body) {
        return Arguments.of(name, body);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endless")
    void whatCouldRunLongerIsChargedRoundByRound(String name, Consumer<CodeBuilder> body) {
        MeteredProgram program = program(body);
        program.account.refill(FUEL, FUEL, WORDS);
        assertThrows(InvocationTargetException.class, () -> program.run("loops"), name);
        assertNotNull(program.account.ended(), name);
    }
}
