package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.harness.SimulatedCard;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.panic.card.PacketHeader;
import dev.spine.extension.panic.card.PanicExtension;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A card with the VM, its library, and a test at the other end of the wire. */
final class OneCard implements AutoCloseable {
    static final long STATION = 0x0253_504E_FFFFL;
    private static final Duration LOOK = Duration.ofNanos(100_000);

    final SimulatedCard card;
    final PanicCard panic;

    OneCard(HarnessEngine engine) {
        this(SimulatedCard.with(PanicExtension.class).withoutTrace().on(engine).start());
    }

    OneCard(SimulatedCard card) {
        this.card = card;
        card.settle();
        card.extension().acceptHoldings();
        panic = new PanicCard(new HostSide(card.runtime(), card.host(), card.hostMemory(), card.tasks()), card.extension().number());
    }

    /** Loads and runs a program. */
    int run(String text) {
        int id = panic.load(TestNodes.compile(text));
        panic.run(id);
        card.settle();
        return id;
    }

    long counter(String name) {
        return card.extension().counter(name);
    }

    /** Lets time pass until a counter has a value. */
    void awaitCounter(String name, long atLeast) {
        for (int i = 0; i < 5_000 && counter(name) < atLeast; i++) {
            card.pass(Duration.ofMillis(1));
        }
        assertTrue(counter(name) >= atLeast, () -> name + " " + counter(name) + " of " + atLeast + "; " + card.report());
    }

    /** Lets time pass until a flag is set. */
    void awaitFlag(PanicControl control, int flag) {
        for (int i = 0; i < 5_000 && !control.isFlagSet(flag); i++) {
            card.pass(LOOK);
        }
        assertTrue(control.isFlagSet(flag), () -> "flag " + flag + " is not set; " + card.report());
    }

    /** Lets time pass until a program has begun nothing that it has not ended, and no message waits for it. */
    void awaitRest(int program, int activations) {
        for (int i = 0; i < 5_000 && panic.program(program).activations() < activations; i++) {
            card.pass(Duration.ofMillis(1));
        }
    }

    /** A packet from the test to the card. */
    byte[] packet(long from, int program, int trigger, int flags, int sequence, byte... payload) {
        return packet(card.hardwareAddress(), from, program, trigger, flags, sequence, payload);
    }

    static byte[] packet(long to, long from, int program, int trigger, int flags, int sequence, byte... payload) {
        ByteBuffer frame = ByteBuffer.allocate(PacketHeader.BYTES + payload.length);
        frame.putLong(to << 16).position(6).putLong(from << 16).position(12).putShort((short) PacketHeader.ETHER_TYPE).putShort((short) 0)
            .putShort((short) (PacketHeader.VERSION << 8)).putShort((short) program).putShort((short) trigger).putShort((short) 9)
            .putShort((short) payload.length).putShort((short) flags).putInt(sequence).put(payload);
        return frame.array();
    }

    /** Waits for PANIC packets that the card has sent. */
    List<byte[]> sent(int count) {
        List<byte[]> frames = new ArrayList<>();
        for (int i = 0; i < 1_000 && frames.size() < count; i++) {
            card.pass(LOOK);
            card.sentFrames().stream().filter(frame -> frame.length >= PacketHeader.BYTES && (frame[12] & 0xFF) == 0x88
                && (frame[13] & 0xFF) == 0xB6).forEach(frames::add);
        }
        return frames;
    }

    /** Sends a packet to a program that echoes, and looks for the answer. */
    void assertEchoes(int program) {
        byte[] payload = {1, 2, 3, 4, 5, 6, 7, 8};
        card.receive(packet(STATION, program, 12, 0, 0, payload));
        List<byte[]> answers = sent(1);
        assertTrue(answers.size() == 1 && Arrays.equals(payload, Arrays.copyOfRange(answers.get(0), 32, 40)),
            () -> "no echo; " + card.report());
    }

    @Override
    public void close() {
        panic.close();
        card.close();
    }
}
