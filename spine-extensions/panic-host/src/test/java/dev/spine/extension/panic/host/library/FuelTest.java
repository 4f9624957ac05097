package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.Activation;
import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.panic.card.PanicProtocol;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.extension.panic.program.ProgramWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers are so short that the VM never rests beside a neighbour, and allocate nothing while programs run. */
class FuelTest {
    /** What never suspends an instance: docs/extension-rules.md. */
    private static final int SHORT = 4_000;
    /** Each byte that is copied is a unit. */
    private static final int LONGEST_MESSAGE = 4_096;
    /** A name of 63 letters is one part, and takes so much beyond. */
    private static final int NAME = 5_000;
    /** What ends an instance for good. */
    private static final int MAX_FUEL = 1_000_000;
    /** What a program has of tables. */
    private static final int TABLES = 5;

    /** What Java makes at the first use of a class is made in the first activations. */
    private static final int FIRST_USES = 12;

    private static OneCard node() {
        return new OneCard(SimulatedCard.with(PanicExtension.class).on(HarnessEngine.MODELLED).start());
    }

    private static List<Activation> since(OneCard node, int before) {
        List<Activation> all = node.card.activations();
        return all.subList(before, all.size());
    }

    private static List<Activation> runs(String statement) {
        try (OneCard node = node()) {
            node.panic.control();
            node.panic.segment(3, 4_096);
            node.panic.load(TestNodes.compile("PROGRAM P ID 1: VAR a, b[2048]; TRIGGERS 1, 2; BEGIN WHILE 1 DO " + statement
                + " END; MESSAGE 1: BEGIN AWAIT END; MESSAGE 2: BEGIN END; END;"));
            node.card.settle();
            int before = node.card.activations().size();
            node.panic.run(1);
            node.card.pass(Duration.ofMillis(20));
            List<Activation> all = since(node, before);
            assertTrue(all.size() > 2 * FIRST_USES, statement);
            node.panic.stop(1);
            return all.subList(FIRST_USES, all.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a = a + 1", "a = b[a MOD 8] * 3", "b[3] = a / 7", "DISPLAY a", "SEND b[0] LEN 64 AS 1 TO 9",
        "SEND b[0] LEN 64 AS 1 TO 9 AT 0:0:2:3:4:5:6:7", "SEND b[0] LEN 1400 AS 1 TO 9 AT 0:0:2:3:4:5:6:7",
        "IF a > 3 AND a < 9 OR a = 6 THEN a = 7", "a = CLOCK", "SEND b[0] LEN 64 AS 2 TO 1", "DELIVER b[0] OFFSET 0 INTO 3 LEN 64",
        "GET b[0] OFFSET 0 FROM 3 LEN 64", "SET FLAG 3", "CLEAR LOCK 3", "a = FLAG(3)"})
    void aSliceIsShortAndAllocatesNothing(String statement) {
        for (Activation each : runs(statement)) {
            assertTrue(each.fuel() <= SHORT, () -> statement + ": " + each.fuel() + " units in " + each.what());
            assertEquals(0, each.heapBytes(), () -> statement + ": " + each.what());
        }
    }

    @Test
    void aRequestToProgramZeroIsShortAndAllocatesATimerAtMost() {
        for (Activation each : runs("SEND b[0] LEN 8 AS 1 TO 0")) {
            assertTrue(each.fuel() <= SHORT && each.heapBytes() <= 64, () -> each.fuel() + " units, " + each.heapBytes() + " bytes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SEND b[0] LEN 4096 AS 1 TO 9 AT 0:0:2:3:4:5:6:7", "SEND b[0] LEN 4096 AS 2 TO 1"})
    void aLongMessageTakesNoMoreThanItsBytesBeside(String statement) {
        for (Activation each : runs(statement)) {
            assertTrue(each.fuel() <= SHORT + LONGEST_MESSAGE, () -> statement + ": " + each.fuel() + " units in " + each.what());
            assertEquals(0, each.heapBytes(), () -> statement + ": " + each.what());
        }
    }

    @Test
    void aPacketThatIsReadInPlaceCopiesNothing() {
        try (OneCard node = node()) {
            int id = node.run("PROGRAM P: VAR n; TRIGGERS 1; BEGIN END; MESSAGE 1: BEGIN n = n + PACKET[0] END; END;");
            int[] fuel = new int[2];
            for (int i = 0; i < fuel.length; i++) {
                int before = node.card.activations().size();
                node.card.receive(node.packet(OneCard.STATION, id, 1, 0, 0, new byte[4 + 1_000 * i]));
                node.card.settle();
                List<Activation> all = since(node, before);
                assertEquals(1, all.size(), "the packet's handler runs the program");
                assertEquals(0, all.getFirst().heapBytes());
                fuel[i] = all.getFirst().fuel();
            }
            assertEquals(fuel[0], fuel[1], "a payload of 4 bytes and one of 1,004");
        }
    }

    @Test
    void theLargestProgramIsLoadedInShortParts() {
        ProgramWriter writer = new ProgramWriter("n".repeat(ProgramFormat.MAX_NAME_BYTES)).id(5).stack(ProgramFormat.MAX_STACK_WORDS);
        for (int i = 0; i < ProgramFormat.MAX_VARIABLES; i++) {
            writer.variable("v" + "x".repeat(59) + i, 64);
        }
        writer.startUp();
        for (int i = 0; i < ProgramFormat.MAX_TRIGGERS; i++) {
            writer.block(1 + i);
        }
        while (writer.codeBytes() < ProgramFormat.MAX_CODE_BYTES - 6) {
            if (writer.codeBytes() < ProgramFormat.MAX_STATEMENTS - 6) {
                writer.statement(writer.codeBytes() + 1);
            }
            writer.op(Opcode.CLOCK).op(Opcode.DROP);
        }
        byte[] file = writer.op(Opcode.STOP).toBytes();
        try (OneCard node = node()) {
            node.card.extension().sendBulk(PanicProtocol.LOAD, file, 1, 0);
            long before = node.card.report().activations();
            for (int i = 0; i < 2_000 && node.panic.list().isEmpty(); i++) {
                node.card.pass(Duration.ofMillis(1));
                // The record has the latest activations only, so it is looked at all the time.
                List<Integer> longer = node.card.activations().stream().filter(each -> !each.what().equals("start"))
                    .map(Activation::fuel).filter(fuel -> fuel > SHORT + NAME).toList();
                // Making a table of all its bytes or instructions is one part, and so is looking for the begins of its 33 blocks.
                assertTrue(longer.size() <= TABLES && longer.stream().allMatch(fuel -> fuel < 5 * SHORT), longer::toString);
            }
            assertEquals(1, node.panic.list().size());
            assertTrue(node.card.report().activations() - before > 1_000);
        }
    }

    @Test
    void aProgramOfManyLongNamesIsReplacedByItselfAndTheVmGoesOn() {
        ProgramWriter writer = new ProgramWriter("n".repeat(ProgramFormat.MAX_NAME_BYTES)).id(5).stack(1);
        for (int i = 100; i < 100 + ProgramFormat.MAX_VARIABLES; i++) {
            writer.variable("V" + "X".repeat(59) + i, 1);
        }
        byte[] file = writer.startUp().op(Opcode.STOP).toBytes();
        try (OneCard node = node()) {
            node.panic.load(file);
            node.panic.replace(5, file);
            node.card.settle();
            assertTrue(node.card.report().running());
            assertTrue(node.card.report().mostFuel() < MAX_FUEL / 2, () -> node.card.report().mostFuel() + " units");
        }
    }

    @Test
    void aSmallProgramIsLoadedWithoutAnyLongHandler() {
        try (OneCard node = node()) {
            int before = node.card.activations().size();
            int id = node.run("PROGRAM P: VAR n, m[20]; TRIGGERS 1; BEGIN n = 1 / 0 END; MESSAGE 1: BEGIN n = n + PACKET[0] END; END;");
            node.panic.replace(id, TestNodes.compile("PROGRAM P: VAR n, m[20]; TRIGGERS 1; BEGIN END; MESSAGE 1: BEGIN END; END;"));
            node.panic.unload(id);
            List<Activation> all = since(node, before);
            assertTrue(all.stream().allMatch(each -> each.fuel() <= SHORT), () -> all.stream()
                .map(each -> each.what() + " " + each.fuel()).toList().toString());
        }
    }
}
