package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.machine.Fault;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Programs come, run, stop, fault, are replaced and leave; what is refused changes nothing. */
class ProgramLifeTest {
    private static final String COUNT = "PROGRAM Count ID 5: VAR n, m; TRIGGERS 1; BEGIN m = 7 END; MESSAGE 1: BEGIN n = n + 1 END; END;";

    private static void assertRefused(String why, Executable order) {
        InterfaceException refused = assertThrows(InterfaceException.class, order);
        assertTrue(refused.getMessage().contains(why), refused::getMessage);
    }

    @Test
    void aProgramIsLoadedRunsStopsAndBeginsAnew() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            byte[] file = TestNodes.compile(COUNT);
            assertEquals(5, node.panic.load(file));
            assertEquals(ProgramState.LOADED, node.panic.program(5).state());
            assertArrayEquals(file, node.panic.file(5));
            assertRefused("not in a state", () -> node.panic.stop(5));
            assertRefused("not in a state", () -> node.panic.send(5, 1));
            node.panic.run(5);
            assertRefused("not in a state", () -> node.panic.run(5));
            node.panic.send(5, 1);
            node.panic.send(5, 1);
            node.card.settle();
            assertArrayEquals(new int[] {2, 7}, node.panic.read(5, 0, 2));
            node.panic.stop(5);
            assertEquals(ProgramState.STOPPED, node.panic.program(5).state());
            assertArrayEquals(new int[] {2, 7}, node.panic.read(5, 0, 2));
            node.panic.run(5);
            node.card.settle();
            assertArrayEquals(new int[] {0, 7}, node.panic.read(5, 0, 2));
            node.panic.unload(5);
            assertEquals(List.of(), node.panic.list());
            assertRefused("no program", () -> node.panic.unload(5));
        }
    }

    @Test
    void numbersAreTheFilesOrGivenAndNotTakenTwice() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            byte[] without = TestNodes.compile(COUNT.replace(" ID 5", ""));
            node.panic.load(TestNodes.compile(COUNT));
            assertRefused("another program has that number", () -> node.panic.load(TestNodes.compile(COUNT)));
            assertRefused("another number", () -> node.panic.load(TestNodes.compile(COUNT), 6));
            assertRefused("has no number", () -> node.panic.load(without, 0));
            assertEquals(6, node.panic.load(without, 6));
            int given = node.panic.load(without);
            assertEquals(given + 1, node.panic.load(without));
            assertEquals(4, node.panic.list().size());
        }
    }

    @Test
    void aFileWithAFlawIsRefusedWithItsPlaceAndTheVmIsAsItWas() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            CardRoom before = node.panic.room();
            byte[] file = TestNodes.compile(COUNT);
            file[40] ^= 1;
            assertRefused("a wrong checksum", () -> node.panic.load(file));
            assertRefused("not a program file", () -> node.panic.load(new byte[7]));
            assertEquals(before, node.panic.room());
            node.panic.load(TestNodes.compile(COUNT));
        }
    }

    @Test
    void whatDoesNotFitIsRefusedAndTheVmIsAsItWas() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.panic.load(TestNodes.compile("PROGRAM Big ID 1: VAR x[10000]; BEGIN END; END;"));
            CardRoom before = node.panic.room();
            assertRefused("no room for the data area", () -> node.panic.load(
                TestNodes.compile("PROGRAM Big ID 2: VAR x[10000]; BEGIN END; END;")));
            assertRefused("no room for the data area", () -> node.panic.replace(1,
                TestNodes.compile("PROGRAM Big ID 1: VAR x[10000]; BEGIN END; END;")));
            assertEquals(before, node.panic.room());
            for (int i = 2; i <= 32; i++) {
                node.panic.load(TestNodes.compile("PROGRAM Small ID " + i + ": BEGIN END; END;"));
            }
            assertRefused("32 programs", () -> node.panic.load(TestNodes.compile("PROGRAM Small ID 99: BEGIN END; END;")));
            for (int i = 1; i <= 32; i++) {
                node.panic.unload(i);
            }
            assertEquals(before.codeBytes(), node.panic.room().freeCodeBytes());
            assertEquals(before.dataBytes(), node.panic.room().freeDataBytes());
        }
    }

    @Test
    void aFaultEndsOneProgramAndIsKeptWithItsLine() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int count = node.run(COUNT);
            int wrong = node.run("PROGRAM Wrong:\n VAR n;\n TRIGGERS 1;\n BEGIN END;\n MESSAGE 1:\n BEGIN n = 3; n = n / 0 END;\nEND;");
            node.panic.send(wrong, 1);
            node.card.settle();
            ProgramListing listing = node.panic.program(wrong);
            assertEquals(ProgramState.FAULTED, listing.state());
            assertEquals(Fault.DIVISION, listing.fault());
            assertEquals(6, listing.line());
            assertEquals(3, node.panic.read(wrong, 0, 1)[0]);
            assertEquals(1, node.counter("faults of programs"));
            assertTrue(node.card.extension().log().stream().anyMatch(line -> line.contains("faulted in line 6")
                && line.contains("division by zero")), () -> node.card.extension().log().toString());
            node.panic.send(count, 1);
            node.card.settle();
            assertEquals(1, node.panic.read(count, 0, 1)[0]);
            node.panic.run(wrong);
            assertEquals(ProgramState.RUNNING, node.panic.program(wrong).state());
        }
    }

    @Test
    void aProgramThatRunsForEverIsEndedByItsBudgetAndAnotherAnswersMeanwhile() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int count = node.run(COUNT);
            int loop = node.panic.load(TestNodes.compile("PROGRAM Loop: VAR n; BEGIN WHILE 1 DO n = n + 1 END; END;"));
            node.panic.run(loop);
            for (int i = 1; i <= 5; i++) {
                node.panic.send(count, 1);
                node.card.pass(Duration.ofMillis(2));
                assertEquals(i, node.panic.read(count, 0, 1)[0]);
                assertEquals(ProgramState.RUNNING, node.panic.program(loop).state());
            }
            node.awaitCounter("faults of programs", 1);
            assertEquals(Fault.STEPS, node.panic.program(loop).fault());
            assertEquals(100_000, node.panic.program(loop).steps());
        }
    }

    @Test
    void aProgramThatRunsForEverIsStoppedAndUnloaded() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            String loop = "PROGRAM Loop ID 9: VAR n; BEGIN WHILE 1 DO n = n + 1 END; END;";
            CardRoom before = node.panic.room();
            node.panic.load(TestNodes.compile(loop));
            node.panic.run(9);
            node.card.pass(Duration.ofMillis(1));
            node.panic.stop(9);
            assertEquals(Fault.CANCELLED, node.panic.program(9).fault());
            assertTrue(node.panic.read(9, 0, 1)[0] > 0);
            node.panic.run(9);
            node.panic.unload(9);
            assertEquals(before, node.panic.room());
        }
    }

    @Test
    void aProgramThatIsReplacedBeforeItHasBegunBeginsWithVariablesOfZero() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int id = node.panic.load(TestNodes.compile("PROGRAM Large ID 9: VAR n, big[12000]; BEGIN n = n + 1; STOP END; END;"));
            node.panic.run(id);
            node.card.settle();
            node.panic.run(id);
            node.panic.replace(id, TestNodes.compile("PROGRAM Small ID 9: VAR n; BEGIN n = n + 5 END; END;"));
            node.card.settle();
            assertEquals(ProgramState.RUNNING, node.panic.program(id).state());
            assertEquals(5, node.panic.read(id, 0, 1)[0]);
        }
    }

    @Test
    void aReplacementKeepsVariablesOfTheSameNameAndSizeAndTheMessagesThatWait() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int slow = node.run("""
                PROGRAM P ID 3: VAR n, gone[3], a[2], i; TRIGGERS 1, 2; BEGIN a[1] = 9; gone[0] = 5 END;
                  MESSAGE 1: BEGIN n = n + 1; i = 0; WHILE i < 1000 DO i = i + 1 END;
                  MESSAGE 2: BEGIN END; END;""");
            for (int i = 0; i < 10; i++) {
                node.panic.send(slow, 1);
            }
            node.panic.replace(3, TestNodes.compile("""
                PROGRAM P ID 3: VAR fresh, A[2], N, gone[4]; TRIGGERS 7, 1; BEGIN N = 1000 END;
                  MESSAGE 1: BEGIN n = n + 1; fresh = fresh + 1 END;
                  MESSAGE 7: BEGIN END; END;"""));
            node.card.settle();
            int[] words = node.panic.read(3, 0, 8);
            assertEquals(10, words[3], "each message was handled once, by one form or the other");
            assertTrue(words[0] > 0 && words[0] < 10, () -> "some by the new one: " + words[0]);
            assertArrayEquals(new int[] {0, 9}, new int[] {words[1], words[2]});
            assertArrayEquals(new int[4], Arrays.copyOfRange(words, 4, 8));
            assertRefused("no such trigger", () -> node.panic.send(3, 2));
            node.panic.unload(3);
            assertEquals(node.panic.room().dataBytes(), node.panic.room().freeDataBytes());
        }
    }
}
