package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.card.PanicExtension;
import dev.spine.extension.panic.card.PanicProtocol;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.program.Opcode;
import dev.spine.extension.panic.program.ProgramWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Host memory that programs reach, until it is taken back. */
class SegmentsTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "DELIVER b[0] OFFSET 0 INTO 4 LEN 4 | SEGMENT", "GET b[0] OFFSET 0 FROM 64 LEN 4 | SEGMENT",
        "GET b[0] OFFSET 0 FROM 0 LEN 4 | SEGMENT",
        "DELIVER b[0] OFFSET 0 INTO 0 LEN 4 | SEGMENT", "GET b[0] OFFSET 0 FROM 0 - 1 LEN 4 | SEGMENT",
        "DELIVER b[0] OFFSET 61 INTO 3 LEN 4 | SEGMENT_BOUNDS", "GET b[0] OFFSET 0 - 1 FROM 3 LEN 4 | SEGMENT_BOUNDS",
        "GET b[0] OFFSET 0 FROM 3 LEN 68 | SEGMENT_BOUNDS", "SET FLAG 256 | FLAG", "SET FLAG 0 - 1 | FLAG", "CLEAR LOCK 256 | LOCK",
        "IF FLAG(256) THEN STOP | FLAG", "IF LOCK(0 - 1) THEN STOP | LOCK",
        "DELIVER b[0] OFFSET 60 INTO 3 LEN 4 | NONE", "GET b[0] OFFSET 64 FROM 3 LEN 0 | NONE", "SET FLAG 255 | NONE"})
    void whatIsNotThereIsAFault(String statement, Fault fault) {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.panic.control();
            node.panic.segment(3, 64);
            int id = node.run("PROGRAM P: VAR b[20]; BEGIN " + statement + " END; END;");
            node.card.settle();
            assertEquals(fault, node.panic.program(id).fault());
        }
    }

    @Test
    void withoutControlSegmentFlagsAndLocksAreFaultsAndTheDisplayIsLost() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            int flag = node.run("PROGRAM P: BEGIN DISPLAY 1; DISPLAY 2; SET FLAG 1 END; END;");
            int lock = node.run("PROGRAM P: BEGIN IF LOCK(1) THEN STOP END; END;");
            assertEquals(Fault.FLAG, node.panic.program(flag).fault());
            assertEquals(Fault.LOCK, node.panic.program(lock).fault());
            assertEquals(2, node.counter("displayed values lost"));
        }
    }

    @Test
    void theCardSetsFlagsAndClearsLocksAndTheHostTheOtherWay() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            PanicControl control = node.panic.control();
            int id = node.run("""
                PROGRAM P: VAR was, held, after; TRIGGERS 1; BEGIN SET FLAG 7 END;
                  MESSAGE 1: BEGIN was = FLAG(7); held = LOCK(9); CLEAR LOCK 9; after = LOCK(9) END; END;""");
            node.card.settle();
            assertTrue(control.isFlagSet(7));
            assertFalse(control.isFlagSet(6));
            control.setLock(9);
            node.panic.send(id, 1);
            node.card.settle();
            assertEquals(List.of(1, 1, 0), Arrays.stream(node.panic.read(id, 0, 3)).boxed().toList());
            assertFalse(control.isLockSet(9));
            control.clearFlag(7);
            node.panic.send(id, 1);
            node.card.settle();
            assertEquals(List.of(0, 0, 0), Arrays.stream(node.panic.read(id, 0, 3)).boxed().toList());
            assertThrows(IllegalArgumentException.class, () -> control.setLock(256));
        }
    }

    private static ProgramWriter withWords() {
        ProgramWriter writer = new ProgramWriter("P").id(1).stack(4);
        writer.variable("b", 16);
        return writer;
    }

    @Test
    void aFlagIsSetWhenTheDataBeforeItHaveLandedThoughTheProgramDoesNotWait() {
        byte[] file = withWords().startUp()
            .op(Opcode.PUSH, 0).op(Opcode.PUSH, 0).op(Opcode.PUSH, 3).op(Opcode.PUSH, 64).op(Opcode.DELIVER, 0, 16)
            .op(Opcode.PUSH, 1).op(Opcode.SETF).op(Opcode.PUSH, 2).op(Opcode.CLRL).op(Opcode.STOP).toBytes();
        try (OneCard node = new OneCard(SimulatedCard.with(PanicExtension.class).on(HarnessEngine.MODELLED).start())) {
            PanicControl control = node.panic.control();
            control.setLock(2);
            node.panic.segment(3, 64);
            node.panic.load(file);
            int before = node.card.activations().size();
            node.panic.run(1);
            node.card.settle();
            assertTrue(control.isFlagSet(1) && !control.isLockSet(2));
            List<Long> begun = node.card.activations().stream().skip(before)
                .map(each -> each.calls().stream().filter(call -> call.contains("submit")).count()).filter(count -> count > 0).toList();
            assertEquals(List.of(1L, 1L, 1L), begun, "each transfer begins in a handler after the end of the one before");
        }
    }

    @Test
    void theDisplayKeepsTheLatestAndSaysHowManyAreLost() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            PanicControl control = node.panic.control();
            int id = node.run("PROGRAM P: VAR n; TRIGGERS 1; BEGIN END;"
                + " MESSAGE 1: BEGIN n = 0; WHILE n < PACKET[0] DO BEGIN DISPLAY n; n = n + 1 END END; END;");
            node.panic.send(id, 1, 3);
            node.card.settle();
            assertEquals(List.of(new DisplayedValue(id, 0), new DisplayedValue(id, 1), new DisplayedValue(id, 2)), control.takeDisplayed());
            node.panic.send(id, 1, 1_500);
            node.awaitCounter("activations", 3);
            node.card.settle();
            List<DisplayedValue> shown = control.takeDisplayed();
            assertEquals(PanicProtocol.RING_ENTRIES - PanicProtocol.RING_BATCH, shown.size());
            assertEquals(1_499, shown.getLast().value());
            assertEquals(1_500 - shown.size(), control.lostValues());
            for (int i = 1; i < shown.size(); i++) {
                assertEquals(shown.get(i - 1).value() + 1, shown.get(i).value());
            }
            assertEquals(0, node.counter("displayed values lost"));
            assertEquals(List.of(), control.takeDisplayed());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aSegmentThatIsTakenBackWhileItIsUsedIsNotTouchedAnyMoreAndTheProgramFaultsAlone(HarnessEngine engine) {
        try (OneCard node = new OneCard(engine)) {
            int other = node.run("PROGRAM Other: VAR n; TRIGGERS 1; BEGIN END; MESSAGE 1: BEGIN n = n + 1 END; END;");
            int user = node.panic.load(TestNodes.compile("PROGRAM User: VAR b[1024]; BEGIN WHILE 1 DO BEGIN"
                + " DELIVER b[0] OFFSET 0 INTO 3 LEN 4096; GET b[0] OFFSET 0 FROM 3 LEN 4096 END END; END;"));
            for (int round = 0; round < 20; round++) {
                PanicSegment segment = node.panic.segment(3, 4_096);
                node.panic.run(user);
                node.card.pass(Duration.ofNanos(7_000L * round + 100_000));
                assertEquals(ProgramState.RUNNING, node.panic.program(user).state());
                segment.revoke();
                segment.memory().fill((byte) 0x5A);
                node.card.pass(Duration.ofMillis(2));
                assertEquals(-1, segment.memory().mismatch(MemorySegment.ofArray(filled(4_096))));
                ProgramListing listing = node.panic.program(user);
                assertEquals(ProgramState.FAULTED, listing.state());
                assertTrue(listing.fault() == Fault.TRANSFER || listing.fault() == Fault.SEGMENT, listing::toString);
                segment.close();
            }
            node.panic.send(other, 1);
            node.card.settle();
            assertEquals(1, node.panic.read(other, 0, 1)[0]);
        }
    }

    private static byte[] filled(int bytes) {
        byte[] all = new byte[bytes];
        Arrays.fill(all, (byte) 0x5A);
        return all;
    }

    @Test
    void aNumberIsTakenUntilItsSegmentIsClosed() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            PanicSegment segment = node.panic.segment(3, 64);
            InterfaceException taken = assertThrows(InterfaceException.class, () -> node.panic.segment(3, 64));
            assertTrue(taken.getMessage().contains("in use"), taken::getMessage);
            segment.memory().set(WORD, 0, 5);
            segment.close();
            segment.close();
            try (PanicSegment again = node.panic.segment(3, 64)) {
                assertEquals(0, again.memory().get(WORD, 0));
            }
            for (int i = 1; i < 64; i++) {
                node.panic.segment(i, 8);
            }
            node.panic.control();
        }
    }

    @Test
    void aResetOfTheCardLeavesNoGrantAndEveryOrderSaysSo() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            PanicControl control = node.panic.control();
            PanicSegment segment = node.panic.segment(3, 64);
            node.card.restart();
            InterfaceException gone = assertThrows(InterfaceException.class, () -> node.panic.list());
            assertTrue(gone.getMessage().contains("reset"), gone::getMessage);
            assertThrows(InterfaceException.class, () -> node.panic.segment(4, 64));
            segment.close();
            control.close();
        }
    }

    @Test
    void unloadingTheVmLeavesNothing() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.panic.control();
            node.panic.segment(3, 4_096);
            node.run("PROGRAM User: VAR b[1024]; BEGIN WHILE 1 DO DELIVER b[0] OFFSET 0 INTO 3 LEN 4096 END; END;");
            node.card.extension().unload();
            node.card.pass(Duration.ofMillis(10));
            assertEquals(List.of(), node.card.runtime().list());
        }
    }
}
