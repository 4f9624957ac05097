package dev.spine.extension.panic;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.panic.machine.LinkedProgram;
import dev.spine.extension.panic.machine.Linker;
import dev.spine.extension.panic.machine.Machine;
import dev.spine.extension.panic.machine.Packet;
import dev.spine.extension.panic.program.ProgramBytes;
import dev.spine.extension.panic.program.ProgramException;
import dev.spine.extension.panic.program.ProgramReader;
import dev.spine.extension.panic.program.ProgramWriter;
import java.util.Arrays;

/** A program on a test card, with its data area in the middle of a larger memory whose other bytes nobody may change. */
public final class RunningProgram {
    /** A budget that no program of the tests uses up. */
    public static final int BUDGET = 100_000;
    private static final byte OTHERS = 0x5A;
    private static final int FIRST = 128;

    private final LinkedProgram linked;
    private final CardMemory memory;
    private final Machine machine;
    private final TestCard card;

    public RunningProgram(byte[] file, TestCard card) throws ProgramException {
        this(Linker.link(ProgramReader.read(ProgramBytes.of(file))), card);
    }

    public RunningProgram(LinkedProgram program, TestCard card) {
        linked = program;
        byte[] bytes = new byte[2 * FIRST + dataBytes()];
        Arrays.fill(bytes, OTHERS);
        Arrays.fill(bytes, FIRST, FIRST + dataBytes(), (byte) 0);
        memory = new CardMemory(bytes);
        machine = new Machine(card);
        this.card = card;
        machine.place(linked, memory.buffer(), FIRST);
    }

    public RunningProgram(ProgramWriter program, TestCard card) throws ProgramException {
        this(program.toBytes(), card);
    }

    private int dataBytes() {
        return linked.program().dataWords() * Integer.BYTES;
    }

    public Machine machine() {
        return machine;
    }

    public LinkedProgram linked() {
        return linked;
    }

    /** Runs the start-up block, in slices of a number of steps. */
    public Machine.State startUp(int slice) {
        machine.startUp(BUDGET);
        return finish(slice);
    }

    /** Runs the block of a trigger's index with a message. */
    public Machine.State message(int trigger, Packet packet, int slice) {
        machine.message(trigger, packet, BUDGET);
        return finish(slice);
    }

    private Machine.State finish(int slice) {
        while (!machine.hasEnded()) {
            machine.run(slice);
            card.pass();
        }
        card.endTransfers();
        return machine.state();
    }

    /** The data area. */
    public int[] words() {
        int[] words = new int[linked.program().dataWords()];
        Arrays.setAll(words, machine::variable);
        return words;
    }

    /** Whether the bytes around the data area are as they were. */
    public boolean leftOthersAlone() {
        for (int i = 0; i < memory.bytes().length; i++) {
            if ((i < FIRST || i >= FIRST + dataBytes()) && memory.bytes()[i] != OTHERS) {
                return false;
            }
        }
        return true;
    }

    /** A message of a node, with words as its payload, somewhere in a buffer. */
    public static Packet packet(int... words) {
        Packet packet = new Packet();
        packet.setRemote(payload(words), 4, words.length * Integer.BYTES, 0x0060, 0xDD100002);
        return packet;
    }

    /** A message of this card. */
    public static Packet localPacket(int... words) {
        Packet packet = new Packet();
        packet.setLocal(payload(words), 4, words.length * Integer.BYTES);
        return packet;
    }

    private static Buffer payload(int... words) {
        CardMemory memory = new CardMemory(new byte[(words.length + 2) * Integer.BYTES]);
        for (int i = 0; i < words.length; i++) {
            memory.buffer().put32((i + 1) * Integer.BYTES, words[i]);
        }
        return memory.buffer();
    }
}
