package dev.spine.extension.panic.host.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.harness.HarnessEngine;
import dev.spine.extension.panic.card.PacketHeader;
import dev.spine.extension.panic.card.PanicProtocol;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What comes over the wire is counted and harms nobody. */
class HostilePacketsTest {
    private static final long SEED = Long.getLong("spine.seed", 1);
    private static final int PACKETS = 20_000;
    private static final int ECHO = 415;
    private static final String ECHO_TEXT =
        "PROGRAM Echo ID 415: TRIGGERS 12; BEGIN AWAIT END; MESSAGE 12: BEGIN SEND PACKET[0] LEN LENGTH AS 10 TO 7 AT SENDER END; END;";

    private static byte[] random(OneCard node, Random random) {
        byte[] frame = new byte[random.nextInt(10) == 0 ? 14 + random.nextInt(20) : 32 + random.nextInt(200)];
        random.nextBytes(frame);
        byte[] good = node.packet(OneCard.STATION, random.nextBoolean() ? ECHO : random.nextInt(65_536),
            random.nextBoolean() ? 12 : random.nextInt(16), random.nextInt(6), random.nextInt(4) << 16 | random.nextInt(8));
        int kept = random.nextInt(5) == 0 ? 14 : 16 + random.nextInt(17);
        System.arraycopy(good, 0, frame, 0, Math.min(kept, frame.length));
        if (frame.length >= 26 && random.nextBoolean()) {
            frame[24] = 0;
        }
        return frame;
    }

    @Test
    void randomPacketsAreCountedAndProgramsGoOn() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(ECHO_TEXT);
            Random random = new Random(SEED);
            for (int i = 0; i < PACKETS; i++) {
                node.card.receive(random(node, random));
                if (i % 64 == 0) {
                    node.card.settle();
                    node.card.sentFrames();
                }
            }
            node.card.settle();
            node.card.sentFrames();
            assertTrue(node.card.report().running(), () -> "seed " + SEED + ": " + node.card.report());
            assertTrue(node.counter("packets") > PACKETS / 2, () -> "seed " + SEED + ": " + node.card.report());
            assertTrue(node.counter("packets malformed") > 0 && node.counter("activations") > 100, () -> "seed " + SEED + ": "
                + node.card.report());
            node.assertEchoes(ECHO);
            node.panic.unload(ECHO);
            assertEquals(64, node.panic.room().freeSlots(), () -> "seed " + SEED);
        }
    }

    @Test
    void noPacketControlsPrograms() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(ECHO_TEXT);
            for (int kind = 1; kind <= PacketHeader.LAST_KIND; kind++) {
                byte[] frame = node.packet(OneCard.STATION, 0, kind, 0, 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4);
                frame[17] = (byte) kind;
                node.card.receive(frame);
            }
            node.card.settle();
            assertEquals(PacketHeader.LAST_KIND, node.counter("packets that ask for control refused"));
            node.assertEchoes(ECHO);
        }
    }

    @Test
    void lengthsThatDoNotFitTheFrameAreMalformed() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(ECHO_TEXT);
            byte[] frame = node.packet(OneCard.STATION, ECHO, 12, 0, 0, (byte) 1, (byte) 2, (byte) 3, (byte) 4);
            frame[25] = 5;
            node.card.receive(frame);
            byte[] version = node.packet(OneCard.STATION, ECHO, 12, 0, 0);
            version[16] = 2;
            node.card.receive(version);
            node.card.settle();
            assertEquals(2, node.counter("packets malformed"));
            assertEquals(1, node.counter("activations"));
        }
    }

    @Test
    void whatTheHostSendsToHandlersOfTheVmsOwnIsCounted() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            for (int handler = 32; handler <= 40; handler++) {
                node.card.extension().send(handler, 1, 1);
            }
            node.card.settle();
            assertEquals(9, node.counter("messages malformed"));
        }
    }

    @Test
    void messagesThatAreNoOrdersAreCountedOrAnswered() {
        try (OneCard node = new OneCard(HarnessEngine.MODELLED)) {
            node.run(ECHO_TEXT);
            Random random = new Random(SEED);
            for (int i = 0; i < 2_000; i++) {
                int handler = 1 + random.nextInt(45);
                int[] words = {random.nextInt() >>> 8 | 0x80_0000, random.nextInt(3) == 0 ? ECHO : random.nextInt(),
                    random.nextInt(8) - 2, random.nextInt(40) - 4, random.nextInt(14) - 2};
                boolean ends = handler == PanicProtocol.UNLOAD || handler == PanicProtocol.STOP;
                if (ends && words[1] == ECHO) {
                    continue;
                }
                if (random.nextInt(4) == 0 && handler != PanicProtocol.REPLACE) {
                    byte[] data = new byte[1 + random.nextInt(100)];
                    random.nextBytes(data);
                    node.card.extension().sendBulk(handler, data, words);
                } else {
                    node.card.extension().send(handler, words);
                }
                if (i % 16 == 0) {
                    node.card.settle();
                }
            }
            node.card.settle();
            assertTrue(node.card.report().running(), () -> "seed " + SEED + ": " + node.card.report());
            assertTrue(node.counter("messages malformed") > 0);
            node.card.sentFrames();
            node.assertEchoes(ECHO);
        }
    }
}
