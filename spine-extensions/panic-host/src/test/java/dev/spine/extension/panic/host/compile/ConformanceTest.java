package dev.spine.extension.panic.host.compile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.RunningProgram;
import dev.spine.extension.panic.TestCard;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.PdlText;
import dev.spine.extension.panic.host.translate.HiddenForm;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.program.Program;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs of the documents, in both forms on a card of tests: each of them shows a group of features. */
@ParameterizedClass
@EnumSource
class ConformanceTest {
    /** How the code of a program runs. */
    enum Form { INTERPRETED, COMPILED }

    private static final Path DIRECTORY = Path.of(System.getProperty("spine.root", "../.."), "docs/examples/pdl");
    private static final int SLICE = 7;
    /** Where packets of the tests come from, and the address in the programs' texts. */
    private static final String NEIGHBOUR = " at 60:dd100002";
    private static final String ZEROS_64 = "00".repeat(64);

    private final TestCard card = card();
    private final Form form;

    ConformanceTest(Form form) {
        this.form = form;
    }

    /** How the programs are compiled. */
    byte[] compile(PdlProgram program) throws ProgramTooLargeException {
        return PdlCompiler.compile(program);
    }

    /** The card that they run on. */
    TestCard card() {
        return new TestCard();
    }

    static PdlProgram tree(String name) throws IOException {
        return PdlText.read(Files.readString(DIRECTORY.resolve(name + ".pdl"))).program().orElseThrow();
    }

    private RunningProgram program(String name) throws Exception {
        Program compiled = ProgramReader.read(ProgramBytes.of(compile(tree(name))));
        return new RunningProgram(form == Form.COMPILED ? HiddenForm.link(compiled) : Linker.link(compiled), card);
    }

    private static void starts(RunningProgram program) {
        assertEquals(Machine.State.AWAITING, program.startUp(SLICE));
    }

    private static void awaits(RunningProgram program, int trigger, int... payload) {
        assertEquals(Machine.State.AWAITING, program.message(trigger, RunningProgram.packet(payload), SLICE),
            () -> program.machine().fault().text());
    }

    private int[] segment(int number, int words) {
        int[] found = new int[words];
        ByteBuffer.wrap(card.segment(number)).asIntBuffer().get(found);
        return found;
    }

    private static int[] ramp(int first, int words) {
        return IntStream.range(first, first + words).toArray();
    }

    @Test
    void bounceMakes100ExchangesShows200WordsAndStops() throws Exception {
        RunningProgram bounce = program("bounce");
        starts(bounce);
        for (int i = 1; i < 100; i++) {
            awaits(bounce, 0);
        }
        assertEquals(100, card.log().size());
        assertTrue(card.log().stream().allMatch(("send " + ZEROS_64 + " as 12 to 415" + NEIGHBOUR)::equals));
        assertEquals(Machine.State.STOPPED, bounce.message(0, RunningProgram.packet(), SLICE));
        List<String> shown = card.log().subList(100, card.log().size());
        assertEquals(IntStream.rangeClosed(1, 200).mapToObj(i -> "display " + i * 100).toList(), shown);
    }

    @Test
    void handDelivers64BytesOfItsWords() throws Exception {
        RunningProgram hand = program("hand");
        starts(hand);
        awaits(hand, 0);
        assertArrayEquals(Arrays.copyOf(new int[] {2, 3, 4}, 16), segment(2, 16));
    }

    @Test
    void echoAnswersTheSenderFromThePacket() throws Exception {
        RunningProgram echo = program("echo");
        starts(echo);
        awaits(echo, 0, 0x01020304, 5);
        assertEquals(List.of("send 0102030400000005 as 10 to 7" + NEIGHBOUR), card.log());
    }

    @Test
    void getDeliverStartsWhereTheHostHasSetTheLockAndStopsAfter100() throws Exception {
        card.setLock(1);
        RunningProgram starter = program("get-deliver");
        ByteBuffer.wrap(card.segment(3)).asIntBuffer().put(ramp(1, 16));
        starts(starter);
        assertFalse(card.lock(1));
        assertTrue(card.log().getLast().startsWith("send 0000000100000002"), () -> card.log().toString());
        for (int i = 1; i < 100; i++) {
            awaits(starter, 0, ramp(i, 16));
            assertArrayEquals(ramp(i, 16), segment(3, 16));
        }
        assertEquals(Machine.State.STOPPED, starter.message(0, RunningProgram.packet(ramp(1, 16)), SLICE));
    }

    @Test
    void getDeliverAnswersForEverWhereItHasNot() throws Exception {
        RunningProgram other = program("get-deliver");
        starts(other);
        assertEquals(List.of(), card.log());
        for (int i = 0; i < 150; i++) {
            awaits(other, 0, ramp(i, 16));
        }
        assertEquals(150, card.log().stream().filter(line -> line.startsWith("send ")).count());
    }

    @Test
    void appToAppSetsItsFlagWhenTheBytesAreThereAndSendsWhenTheHostSays() throws Exception {
        RunningProgram program = program("app-to-app");
        starts(program);
        awaits(program, 0, ramp(40, 16));
        assertTrue(card.flag(1));
        assertArrayEquals(ramp(40, 16), segment(2, 16));
        ByteBuffer.wrap(card.segment(3)).asIntBuffer().put(ramp(7, 16));
        awaits(program, 1);
        assertTrue(card.log().getLast().startsWith("send 0000000700000008") && card.log().getLast().endsWith(" as 10 to 21" + NEIGHBOUR));
    }

    @Test
    void gateLetsInWhoHasTheKeyAndOnlyWhenTheKeysAreThere() throws Exception {
        RunningProgram gate = program("gate");
        starts(gate);
        assertEquals(0b10, gate.machine().armed());
        int[] keys = new int[256];
        keys[(3 * 31 + 4) % 256] = 77;
        awaits(gate, 1, keys);
        assertEquals(0b11, gate.machine().armed());
        awaits(gate, 0, 3, 4, 76);
        assertFalse(card.flag(5));
        awaits(gate, 0, 3, 4);
        awaits(gate, 0, 3, 4, 77);
        assertTrue(card.flag(5));
        assertArrayEquals(new int[] {3, 4, 77}, segment(5, 3));
        assertArrayEquals(new int[] {1, 2}, Arrays.copyOfRange(gate.words(), 256, 258));
    }

    @Test
    void tokenGivesAnItemTheNumberAndHandsTheNextOneOn() throws Exception {
        RunningProgram token = program("token");
        starts(token);
        assertEquals(0b1000, token.machine().armed());
        awaits(token, 3, 0x60, 0xDD100002);
        awaits(token, 0, 5);
        assertEquals(List.of("send 00000005 as 1 to 50" + NEIGHBOUR), card.log());
        awaits(token, 1, ramp(100, 16));
        awaits(token, 0, 6);
        String local = card.log().get(1);
        assertTrue(local.startsWith("local 0000000600000065") && local.endsWith(" as 3 to 50"), local);
        assertEquals("send 00000007 as 1 to 50" + NEIGHBOUR, card.log().get(2));
        awaits(token, 2, ramp(2, 16));
        assertTrue(card.flag(6));
        assertArrayEquals(ramp(2, 16), Arrays.copyOfRange(segment(6, 64), 2 * 16, 3 * 16));
    }

    @Test
    void shapeLetsThroughWhatTheBucketHolds() throws Exception {
        RunningProgram shape = program("shape");
        starts(shape);
        awaits(shape, 0, new int[512]);
        awaits(shape, 0, new int[512]);
        assertEquals(2, card.log().stream().filter(line -> line.endsWith(" as 1 to 61")).count());
        awaits(shape, 0, new int[1_024]);
        assertEquals("display 1", card.log().getLast());
        // Full at first; then 2,048 bytes went twice, and the clock, of 100 ticks each time, brought 400 twice.
        assertEquals(800, shape.words()[0]);
    }
}
